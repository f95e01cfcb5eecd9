// The page: whose view is shown, how wide, in which light, and the line to the sandbox.

import { avatar, fill, h, icon, sorry } from './dom.js';
import { Pane } from './pane.js';

const app = {
  world: null,
  words: await (await fetch('page/words.json')).json(),
  panes: new Map(),
  bar: h('header', { class: 'bar-top' }),
  side: h('aside', { class: 'side' }),
  members: h('aside', { class: 'members' }),
  stage: h('main', { class: 'stage' }),
  notices: h('div', { class: 'notices', role: 'status' }),
  socket: null,

  /** The language of the page around the panes: that of whoever is looked at. */
  get spoken() {
    return this.words[this.pane?.person.language ?? this.world?.people[0].language ?? 'en'];
  },

  get view() {
    const [who, ...rest] = decodeURIComponent(location.hash.slice(1)).split(',');
    const key = this.world.people.some((each) => each.key === who) || who === 'all' ? who : this.world.people[0].key;
    return { who: key, phone: rest.includes('phone') };
  },

  get pane() {
    return this.world && this.view.who !== 'all' ? this.panes.get(this.view.who) : null;
  },

  async get(path) {
    return (await fetch(path)).json();
  },

  async post(person, verb, body) {
    return this.ask(`do/${person.key}/${verb}`, body);
  },

  async ask(path, body) {
    try {
      const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
      return await response.json();
    } catch {
      return { error: this.spoken.lost };
    }
  },

  connect() {
    const address = new URL('live', location.href.split('#')[0]);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => this.wait();
  },

  /** Try again in a while, unless this address is no longer that of a sandbox. */
  async wait() {
    this.lost ??= this.notify(this.spoken.lost, true);
    let gone = false;
    try {
      gone = !(await fetch('page/words.json', { cache: 'no-store' })).ok;
    } catch {
      gone = false;
    }
    if (!gone) return setTimeout(() => this.connect(), 1000);
    this.lost.remove();
    return this.notify(this.spoken.moved, true);
  },

  hear(news) {
    if (news.type === 'world') this.meet(news);
    else if (news.type === 'messages') this.panes.get(news.person)?.update(news);
    else if (news.type === 'notice') this.notify(fill(this.spoken.error, news.text));
  },

  /** Take in who is there; after a line was lost, start over with what is shown. */
  meet(world) {
    this.world = world;
    if (this.lost) {
      this.lost.remove();
      this.lost = null;
    }
    for (const person of world.people) {
      const pane = this.panes.get(person.key);
      if (!pane) this.panes.set(person.key, new Pane(this, person));
      else pane.meet(person);
    }
    this.show();
  },

  show() {
    const { who, phone } = this.view;
    const shown = this.world.people.filter((each) => who === 'all' || each.key === who);
    document.body.className = `${who === 'all' ? 'everybody' : 'one'}${phone ? ' phones' : ''}`;
    document.documentElement.lang = this.spoken.locale;
    this.stage.style.setProperty('--across', String(Math.ceil(Math.sqrt(shown.length))));
    const wanted = shown.map((each) => this.panes.get(each.key).root);
    if (wanted.length !== this.stage.children.length || wanted.some((node, at) => this.stage.children[at] !== node)) {
      this.stage.replaceChildren(...wanted);
      for (const each of shown) this.panes.get(each.key).back();
    }
    this.frame();
    const keys = shown.map((each) => each.key);
    const asked = `${this.socket.readyState} ${keys}`;
    if (this.socket.readyState === WebSocket.OPEN && this.socket.asked !== asked) {
      this.socket.asked = asked;
      this.socket.send(JSON.stringify({ show: keys }));
    }
    for (const key of keys) this.panes.get(key).settle();
  },

  /** Called by a pane that shows another channel, or has something new in one that is not shown. */
  moved() {
    this.frame();
  },

  frame() {
    const { who, phone } = this.view;
    const words = this.spoken;
    const at = (key, wide) => `#${key}${wide ? ',phone' : ''}`;
    const tab = (key, inside, label) =>
      h('a', { class: 'tab', href: at(key, phone), 'aria-current': key === who ? 'page' : null, 'aria-label': label, title: label }, inside);
    this.bar.replaceChildren(
      h('span', { class: 'brand' }, h('span', { class: 'avatar bot small', 'aria-hidden': 'true' }, '♥\uFE0E'), h('b', {}, this.world.server)),
      h(
        'nav',
        { 'aria-label': words.view },
        this.world.people.map((each) => tab(each.key, [avatar(each, 'small'), h('span', {}, each.name)], each.name)),
        this.world.people.length > 1 ? tab('all', [icon('grid'), h('span', {}, words.all)], words.all) : null,
      ),
      h('span', { class: 'space' }),
      h('a', { class: 'tool phone', href: at(who, !phone), 'aria-pressed': String(phone), role: 'button', 'aria-label': words.phone, title: words.phone }, icon('phone')),
      h('button', { class: 'tool theme', type: 'button', 'aria-label': words.theme, title: words.theme, onclick: () => this.light() }, icon('moon')),
      h(
        'button',
        { class: 'tool restart', type: 'button', disabled: this.restarting, title: words.restart, 'aria-label': words.restart, onclick: () => this.restart() },
        icon('restart'),
        h('span', {}, this.restarting ? words.restarting : words.restart),
      ),
    );
    this.aside();
  },

  aside() {
    const { pane, world } = this;
    const words = this.spoken;
    this.side.replaceChildren();
    this.members.replaceChildren();
    if (!pane) return;
    this.side.append(
      h('h1', {}, world.server),
      h('h2', {}, words.channels),
      h(
        'nav',
        { 'aria-label': words.channels },
        world.places.map((place) => pane.door(place)),
      ),
      h('div', { class: 'account' }, avatar(pane.person, 'small on'), h('div', {}, h('b', {}, pane.person.name), h('small', {}, words.online))),
    );
    const row = (who) => h('li', {}, avatar(who, 'small on'), h('span', { class: 'name' }, who.name), who.bot ? h('span', { class: 'tag' }, words.app) : null);
    this.members.append(
      h('h2', {}, `${words.apps} — 1`),
      h('ul', {}, row({ ...world.bot, bot: true })),
      h('h2', {}, `${words.members} — ${world.people.length}`),
      h('ul', {}, world.people.map(row)),
    );
  },

  async restart() {
    this.restarting = true;
    this.frame();
    const came = await this.ask('restart', {});
    this.restarting = false;
    this.frame();
    if (came.error) this.notify(sorry(this.spoken, came.error));
    else this.notify(came.running ? this.spoken.restarted : this.spoken.not_restarted);
  },

  light() {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('hearts-sandbox-theme', theme);
  },

  notify(words, stays = false) {
    const close = h('button', { class: 'plain', type: 'button', 'aria-label': this.spoken.close }, icon('close'));
    const notice = h('div', { class: 'notice' }, h('span', {}, words), close);
    close.addEventListener('click', () => notice.remove());
    this.notices.append(notice);
    while (this.notices.children.length > 4) this.notices.firstChild.remove();
    if (!stays) setTimeout(() => notice.remove(), 8000);
    return notice;
  },

  enlarge(image, words) {
    const dialog = h(
      'dialog',
      { class: 'large', 'aria-label': image.alt || words.enlarge },
      h('img', { src: image.currentSrc || image.src, alt: image.alt }),
      image.alt ? h('p', {}, image.alt) : null,
      h('button', { class: 'plain', type: 'button', 'aria-label': words.close }, icon('close')),
    );
    dialog.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  },
};

document.documentElement.dataset.theme = localStorage.getItem('hearts-sandbox-theme') ?? 'dark';
document.body.append(app.bar, app.side, app.stage, app.members, app.notices);
addEventListener('hashchange', () => app.world && app.show());
app.connect();
