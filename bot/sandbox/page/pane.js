// The channel as one person sees it.

import { Composer } from './composer.js';
import { avatar, dots, fill, h, icon, sorry } from './dom.js';
import { divider, message } from './message.js';
import { openModal } from './modal.js';
import { morph } from './morph.js';
import { pick } from './picker.js';

/** Milliseconds after a click in which a new private message is taken for its answer, and scrolled to. */
const ANSWERS_WITHIN = 4000;

/** One person's view; `root` is the element to show. */
export class Pane {
  /** @param app { world, words, post(person, verb, body), get(path), enlarge(image) } */
  constructor(app, person) {
    this.app = app;
    this.person = person;
    this.id = `pane-${person.key}`;
    this.place = app.world.places[0];
    this.screens = new Map(app.world.places.map((place) => [place.key, blank()]));
    this.pending = new Set();
    this.drafts = new Map();
    this.failures = new Map();
    this.waiting = [];
    this.atEnd = true;
    this.acted = 0;
    this.scrolled = 0;
    this.known = null;
    this.list = h('ol', { class: 'messages' });
    this.log = h('div', { class: 'log', role: 'log', 'aria-live': 'polite', tabindex: 0 }, this.list);
    this.layer = h('div', { class: 'layer' });
    this.line = h('div', { class: 'trouble', role: 'alert', hidden: true });
    this.top = h('header', { class: 'top' });
    this.composer = new Composer(this);
    this.root = h('section', { class: 'pane', id: this.id }, this.top, this.log, this.line, this.composer.root, this.layer);
    this.root.addEventListener('click', (event) => this.clicked(event));
    this.root.addEventListener('keydown', (event) => {
      if ((event.key === 'Enter' || event.key === ' ') && event.target.matches('[data-act=reveal]')) this.clicked(event);
    });
    this.log.addEventListener('scroll', () => {
      // What has grown since it was scrolled to the end has not been scrolled away from.
      const near = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 60;
      if (near || this.log.scrollTop < this.scrolled - 1) this.atEnd = near;
      this.scrolled = this.log.scrollTop;
    });
    new ResizeObserver(() => this.settle()).observe(this.list);
    new ResizeObserver(() => this.settle()).observe(this.log);
    this.translate(person);
  }

  get words() {
    return this.app.words[this.person.language];
  }

  get bot() {
    return { ...this.app.world.bot, bot: true };
  }

  /** Show everything in the language the person has now. */
  translate(person) {
    this.person = person;
    this.known = null;
    this.root.lang = person.language;
    this.root.setAttribute('aria-label', person.name);
    this.composer.translate();
    this.head();
    this.draw();
  }

  head() {
    const { world } = this.app;
    const language = h(
      'select',
      { class: 'language', 'aria-label': fill(this.words.language, this.person.name), title: fill(this.words.language, this.person.name) },
      ['en', 'de'].map((each) => h('option', { value: each, selected: each === this.person.language }, each.toUpperCase())),
    );
    language.addEventListener('change', () => this.app.post(this.person, 'language', { place: this.place.key, language: language.value }));
    this.top.replaceChildren(
      h(
        'nav',
        { 'aria-label': this.words.channels },
        world.places.map((place) => this.door(place)),
      ),
      h('span', { class: 'topic' }, this.topic()),
      h('span', { class: 'me' }, avatar(this.person, 'small'), h('span', { class: 'name' }, this.person.name)),
      language,
    );
    this.log.setAttribute('aria-label', `#${this.place.name}`);
    this.top.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** The way into a channel or a thread. */
  door(place) {
    const facts = {
      class: `channel${place.parent ? ' thread' : ''}`,
      type: 'button',
      'aria-current': place.key === this.place.key ? 'page' : null,
      'data-unread': this.screens.get(place.key).unread,
      title: place.name,
      onclick: () => this.go(place),
    };
    return h('button', facts, icon(place.parent ? 'thread' : 'hash'), h('span', {}, place.name));
  }

  topic() {
    return this.place.parent ? fill(this.words.thread_topic, this.place.parent) : this.words.topics[this.place.key];
  }

  /** Take in who the person is and which channels and threads there are now. */
  meet(person) {
    const { places } = this.app.world;
    for (const place of places) if (!this.screens.has(place.key)) this.screens.set(place.key, blank());
    for (const key of [...this.screens.keys()]) if (!places.some((place) => place.key === key)) this.screens.delete(key);
    const here = places.find((place) => place.key === this.place.key);
    if (here) {
      this.place = here;
      this.head();
    } else {
      this.go(places.find((place) => place.key === this.place.parent) ?? places[0]);
    }
    if (person.language !== this.person.language) this.translate(person);
  }

  go(place) {
    this.place = place;
    this.screens.get(place.key).unread = false;
    this.known = null;
    this.trouble('');
    this.composer.clear();
    this.composer.translate();
    this.atEnd = true;
    this.list.replaceChildren();
    this.head();
    this.draw();
    this.app.moved();
  }

  /** Take in what has changed in a channel. */
  update(news) {
    const screen = this.screens.get(news.place);
    for (const view of news.changed) {
      const old = screen.views.get(view.id);
      if (old) this.forget(old, view);
      screen.views.set(view.id, view);
    }
    const grown = news.order.some((id) => !screen.order.includes(id));
    const answered = Date.now() - this.acted < ANSWERS_WITHIN && news.changed.some((view) => view.ephemeral && !screen.order.includes(view.id));
    if (answered && news.place === this.place.key) this.atEnd = true;
    screen.order = news.order;
    for (const id of [...screen.views.keys()]) if (!news.order.includes(id)) screen.views.delete(id);
    if (news.place === this.place.key) {
      this.draw();
    } else if (grown && !screen.unread) {
      screen.unread = true;
      this.head();
      this.app.moved();
    }
  }

  /** Drop what was half chosen in menus that are other menus now, and old failures. */
  forget(old, view) {
    this.failures.delete(view.id);
    const before = menus(old.components);
    for (const [id, options] of menus(view.components)) {
      if (before.get(id) !== options) this.drafts.delete(`${view.id} ${id}`);
    }
  }

  draw() {
    const screen = this.screens.get(this.place.key);
    const context = this.context();
    const items = [];
    let before = null;
    for (const id of screen.order) {
      const view = screen.views.get(id);
      const day = divider(view, before, context);
      if (day) items.push(day);
      items.push(message(view, day ? null : before, context));
      before = view;
    }
    const fresh = h('ol', { class: 'messages' }, this.welcome(), items, this.waiting.map((each) => this.waiter(each)));
    morph(this.list, fresh);
    this.settle();
  }

  welcome() {
    return h(
      'li',
      { class: 'welcome', 'data-key': 'welcome' },
      h('span', { class: 'round' }, icon(this.place.parent ? 'thread' : 'hash')),
      h('h2', {}, fill(this.words.welcome, this.place.name)),
      h('p', {}, this.words.beginning),
      h('p', {}, this.topic()),
    );
  }

  /** A command that is on its way, or that was never answered. */
  waiter(each) {
    const who = this.bot;
    return h(
      'li',
      { class: 'message first private', 'data-key': each.key },
      h('div', { class: 'above' }, avatar(this.person, 'tiny'), h('span', { class: 'name' }, this.person.name), ` ${this.words.used} `, h('span', { class: 'command' }, each.label)),
      h('div', { class: 'gutter' }, avatar(who)),
      h(
        'div',
        { class: 'body' },
        h('div', { class: 'head' }, h('span', { class: 'name' }, who.name), h('span', { class: 'tag' }, this.words.app)),
        each.failed
          ? h('div', { class: 'failed', role: 'alert' }, icon('alert'), each.failed)
          : h('div', { class: 'thinking' }, dots(), this.words.sending),
        each.failed
          ? h('div', { class: 'footnote' }, icon('eye'), this.words.only_you, ' • ', h('button', { class: 'textlink', type: 'button', 'data-act': 'drop', 'data-id': each.key }, this.words.dismiss))
          : null,
      ),
    );
  }

  context() {
    const { world } = this.app;
    const people = new Map(world.people.map((person) => [person.id, person]));
    return {
      me: this.person.id,
      words: this.words,
      language: this.person.language,
      locale: this.words.locale,
      bot: this.bot,
      who: (id) => (id === world.bot.id ? this.bot : (people.get(id) ?? { name: '?', colour: '#80848e' })),
      file: (path) => `file/${this.person.key}/${path.split('/').map(encodeURIComponent).join('/')}`,
      anchor: (id) => `${this.id}-${id}`,
      pending: (message, id) => this.pending.has(`${message} ${id}`),
      draft: (message, id) => this.drafts.get(`${message} ${id}`),
      failed: (id) => this.failures.get(id),
    };
  }

  /** Scroll to where it was before the pane was taken off the page. */
  back() {
    this.log.scrollTop = this.atEnd ? this.log.scrollHeight : this.scrolled;
  }

  settle() {
    if (this.atEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  trouble(words) {
    this.line.textContent = words;
    this.line.hidden = !words;
  }

  // What is pressed

  clicked(event) {
    const at = event.target.closest('[data-act]');
    if (!at || at.disabled) return;
    const { act, id, message: number } = at.dataset;
    switch (act) {
      case 'click':
        this.interact(number, id, 'click', { message: number, id });
        break;
      case 'select':
        this.open(at, number, id);
        break;
      case 'dismiss':
        this.app.post(this.person, 'dismiss', { place: this.place.key, message: number });
        break;
      case 'drop':
        this.waiting = this.waiting.filter((each) => each.key !== id);
        this.draw();
        break;
      case 'jump':
        this.jump(at.dataset.channel, number);
        break;
      case 'type':
        this.composer.type(at.dataset.text);
        break;
      case 'reveal':
        if (at.hasAttribute('data-open')) return;
        event.preventDefault();
        event.stopPropagation();
        at.setAttribute('data-open', '');
        break;
      case 'enlarge':
        this.app.enlarge(at.querySelector('img'), this.words);
        break;
      default:
    }
  }

  open(control, number, id) {
    if (this.pending.has(`${number} ${id}`)) return;
    if (control.hasAttribute('data-open')) return;
    const key = `${number} ${id}`;
    const select = menu(this.screens.get(this.place.key).views.get(number).components, id);
    const chosen = this.drafts.get(key) ?? select.options.filter((each) => each.default).map((each) => each.value);
    pick({
      control,
      layer: this.layer,
      select,
      chosen,
      words: this.words,
      onDraft: (values) => this.drafts.set(key, values),
      onDone: (values) => {
        if (values !== null) {
          this.drafts.set(key, values);
          this.interact(number, id, 'choose', { message: number, id, values });
        }
        this.draw();
      },
    });
  }

  jump(channel, number) {
    const place = this.app.world.places.find((each) => each.id === channel);
    if (place && place.key !== this.place.key) this.go(place);
    const node = number ? document.getElementById(`${this.id}-${number}`) : null;
    if (!node) return;
    this.atEnd = false;
    node.scrollIntoView({ block: 'center' });
    node.classList.add('flash');
    setTimeout(() => node.classList.remove('flash'), 2000);
    node.focus({ preventScroll: true });
  }

  async interact(number, id, verb, body) {
    const key = `${number} ${id}`;
    if (this.pending.has(key)) return;
    this.pending.add(key);
    this.acted = Date.now();
    this.failures.delete(number);
    this.draw();
    const came = await this.app.post(this.person, verb, { place: this.place.key, ...body });
    this.pending.delete(key);
    if (came.error) this.failures.set(number, sorry(this.words, came.error));
    else if (!came.answered) this.failures.set(number, this.words.failed);
    if (verb === 'choose') this.drafts.delete(key);
    this.draw();
    if (came.modal) this.form(came.modal);
  }

  form(modal) {
    openModal(modal, this.layer, this.context(), async (values) => {
      const came = await this.app.post(this.person, 'submit', { place: this.place.key, handle: modal.handle, values });
      if (came.error) return sorry(this.words, came.error);
      return came.answered ? null : this.words.no_answer;
    });
  }

  // What is typed

  async commands() {
    this.known ??= this.app.get(`commands/${this.person.key}/${this.place.key}`);
    const known = await this.known;
    this.known = null;
    return known;
  }

  async complete(command, option, words, options) {
    const body = { place: this.place.key, name: command.name, option: option.name, text: words, options };
    const came = await this.app.post(this.person, 'complete', body);
    if (came.error) this.trouble(sorry(this.words, came.error));
    return came.choices ?? [];
  }

  async send(words) {
    this.atEnd = true;
    const came = await this.app.post(this.person, 'say', { place: this.place.key, text: words });
    if (came.error) this.trouble(sorry(this.words, came.error));
  }

  async use(command, options) {
    const each = { key: `wait-${Date.now()}`, label: `/${command.label}`, failed: null };
    const late = setTimeout(() => {
      this.waiting.push(each);
      this.draw();
    }, 150);
    this.atEnd = true;
    const came = await this.app.post(this.person, 'command', { place: this.place.key, name: command.name, options });
    clearTimeout(late);
    this.waiting = this.waiting.filter((other) => other !== each);
    if (came.error) this.trouble(sorry(this.words, came.error));
    else if (!came.answered) this.waiting.push({ ...each, failed: this.words.no_answer });
    this.draw();
    if (came.modal) this.form(came.modal);
  }
}

/** What is known of a channel nothing has been heard of yet. */
function blank() {
  return { order: [], views: new Map(), unread: false };
}

/** All menus of a message by id, with what tells whether they are still the same. */
function menus(parts, found = new Map()) {
  for (const part of parts) {
    if (part.kind === 'select') found.set(part.id, JSON.stringify([part.options, part.min, part.max]));
    menus([...(part.items ?? []), ...(part.accessory ? [part.accessory] : [])], found);
  }
  return found;
}

function menu(parts, id) {
  for (const part of parts) {
    if (part.kind === 'select' && part.id === id) return part;
    const inside = menu(part.items ?? [], id);
    if (inside) return inside;
  }
  return null;
}
