// The box at the bottom: messages, and slash commands with their options, choices and completions.

import { fill, h, icon, letters, named } from './dom.js';
import { given } from './typed.js';

const COMPLETE_AFTER = 120;

/** Everything one person types; `root` is the form to put into a pane. */
export class Composer {
  /** @param pane { words, place, bot, commands(), complete(...), send(text), use(command, options), trouble(text) } */
  constructor(pane) {
    this.pane = pane;
    this.command = null;
    this.fields = [];
    this.stop = null;
    this.items = [];
    this.active = 0;
    this.asked = 0;
    this.loading = false;
    this.looking = null;
    this.list = h('ul', { role: 'listbox', id: `${pane.id}-list` });
    this.title = h('div', { class: 'title' });
    this.popup = h('div', { class: 'suggestions', hidden: true }, this.title, this.list);
    this.box = h('textarea', { rows: 1, role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': this.list.id, autocomplete: 'off', maxlength: 2000 });
    this.filled = h('div', { class: 'filled', hidden: true });
    this.send = h('button', { class: 'plain send', type: 'submit' }, icon('send'));
    const slash = h('button', { class: 'plain slash', type: 'button', onclick: () => this.type('/') }, icon('slash'));
    this.slash = slash;
    this.root = h('form', { class: 'composer' }, this.popup, h('div', { class: 'bar' }, slash, this.box, this.filled, this.send));
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit(this.command !== null);
    });
    this.box.addEventListener('input', () => this.typed());
    this.root.addEventListener('keydown', (event) => this.key(event));
    this.root.addEventListener('focusout', (event) => {
      if (!this.root.contains(event.relatedTarget)) this.offer('', []);
    });
    this.root.addEventListener('focusin', (event) => {
      if (event.target === this.box) this.typed();
    });
    this.popup.addEventListener('pointerdown', (event) => event.preventDefault());
    this.translate();
  }

  /** Write everything in the person's language again. */
  translate() {
    const { words, place } = this.pane;
    const name = fill(words.message, place.name);
    this.box.placeholder = name;
    this.box.setAttribute('aria-label', name);
    this.send.setAttribute('aria-label', words.send);
    this.slash.setAttribute('aria-label', words.commands);
  }

  /** Put a text into the box as if it had been typed. */
  type(words) {
    this.clear();
    this.box.value = words;
    this.box.focus();
    this.typed();
  }

  clear() {
    this.command = null;
    this.fields = [];
    this.stop = null;
    this.box.hidden = false;
    this.box.value = '';
    this.filled.hidden = true;
    this.filled.replaceChildren();
    this.root.classList.remove('with-command');
    this.offer('', []);
    this.grow();
  }

  grow() {
    this.box.style.height = 'auto';
    this.box.style.height = `${Math.min(this.box.scrollHeight, 160)}px`;
  }

  typed() {
    this.grow();
    this.pane.trouble('');
    const looking = this.look();
    this.looking = looking;
    looking.finally(() => {
      if (this.looking === looking) this.looking = null;
    });
  }

  /** Offer the commands that fit what is typed. */
  async look() {
    const typed = this.box.value;
    const asked = ++this.asked;
    if (!typed.startsWith('/')) return this.offer('', []);
    const commands = await this.pane.commands();
    if (asked !== this.asked || this.command || document.activeElement !== this.box) return;
    const word = typed.slice(1).toLowerCase();
    const fits = commands.filter((each) => [each.label, each.name].some((name) => matches(name.toLowerCase(), word)));
    const items = fits.map((each) => ({
      label: `/${each.label}`,
      hint: each.options.map((option) => option.label).join(' '),
      description: each.description,
      choose: () => this.take(each, typed.slice(1)),
    }));
    this.offer(this.pane.words.commands, items, this.pane.words.no_matches);
  }

  /** Start filling in a command; what was typed after its name goes into its options. */
  take(command, typed) {
    this.clear();
    this.command = command;
    this.box.hidden = true;
    this.filled.hidden = false;
    this.root.classList.add('with-command');
    const name = [command.label, command.name].find((each) => typed.toLowerCase().startsWith(`${each.toLowerCase()} `));
    const stop = h('input', { class: 'rest', role: 'combobox', 'aria-label': `/${command.label}`, 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': this.list.id, autocomplete: 'off', spellcheck: 'false', size: 1 });
    stop.addEventListener('focus', () => this.rest());
    stop.addEventListener('input', () => this.named());
    this.stop = stop;
    this.filled.append(h('span', { class: 'command' }, `/${command.label}`), stop);
    for (const option of command.options) if (option.required) this.add(option);
    this.absorb(name === undefined ? '' : typed.slice(name.length));
    (this.fields.find((each) => !each.input.value)?.input ?? stop).focus();
  }

  /** Put what is typed behind the options into those it names; gives the option named last. */
  absorb(typed) {
    const { values, rest } = given(typed, this.command.options, this.fields.filter((each) => each.input.value).map((each) => each.option));
    let last = null;
    for (const [option, value] of values) {
      last = this.fields.find((each) => each.option === option) ?? this.add(option);
      last.set(last.match(value) ?? { name: value, value: null });
    }
    this.stop.value = rest;
    return last;
  }

  /** The name of an option is being typed: once it is complete its value comes next. */
  named() {
    this.pane.trouble('');
    const last = /[\s:]/.test(this.stop.value) ? this.absorb(this.stop.value) : null;
    if (last) last.input.focus();
    else this.rest();
  }

  add(option) {
    const { words } = this.pane;
    const input = h('input', { role: 'combobox', 'aria-label': option.label, 'aria-description': option.description, 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': this.list.id, autocomplete: 'off', spellcheck: 'false', size: 6 });
    const node = h('label', { class: 'given' }, h('span', {}, option.label), input);
    const field = { option, input, node, picked: null };
    const widen = () => (input.size = Math.max(6, input.value.length + 1));
    field.match = (value) => option.choices.find((each) => [each.name, String(each.value)].some((one) => one.toLowerCase() === value.trim().toLowerCase()));
    field.set = (choice) => {
      field.picked = choice.value === null ? null : choice;
      input.value = choice.name;
      node.classList.remove('wrong');
      widen();
    };
    input.addEventListener('input', () => {
      field.picked = null;
      node.classList.remove('wrong');
      this.pane.trouble('');
      widen();
      this.suggest(field);
    });
    input.addEventListener('focus', () => this.suggest(field));
    this.fields.push(field);
    this.stop.before(node);
    input.title = `${option.description}${option.required ? '' : ` (${words.optional})`}`;
    return field;
  }

  /** Offer the options that are not filled in yet, and of these the ones that begin as is typed. */
  rest() {
    const { words } = this.pane;
    const taken = new Set(this.fields.map((each) => each.option.name));
    const typed = this.stop.value.trim().toLowerCase();
    const free = this.command.options.filter((option) => !taken.has(option.name));
    const fits = free.filter((option) => [option.label, option.name].some((name) => name.toLowerCase().startsWith(typed)));
    const items = fits.map((option) => ({
      label: option.label,
      hint: option.required ? '' : words.optional,
      description: option.description,
      choose: () => {
        this.stop.value = '';
        this.add(option).input.focus();
      },
    }));
    this.offer(words.more, items, typed ? words.no_matches : '');
    this.active = typed && items.length ? 0 : -1;
    this.mark();
  }

  async suggest(field) {
    const { option, input } = field;
    const asked = ++this.asked;
    const pick = (choice) => ({
      label: choice.name,
      description: '',
      choose: () => {
        field.set(choice);
        this.next(field);
      },
    });
    if (option.autocomplete) {
      this.offer(option.description, [], this.pane.words.loading);
      this.loading = true;
      await new Promise((done) => setTimeout(done, COMPLETE_AFTER));
      if (asked !== this.asked) return;
      const choices = await this.pane.complete(this.command, option, field.picked ? '' : input.value, this.values(field, true));
      if (asked !== this.asked || document.activeElement !== input) return;
      this.offer(option.description, choices.map(pick), this.pane.words.no_matches);
    } else {
      const word = field.picked ? '' : input.value.toLowerCase();
      const fits = option.choices.filter((each) => each.name.toLowerCase().includes(word) || String(each.value).toLowerCase().startsWith(word.trim()));
      const only = input.value.endsWith(' ') && fits.length === 1 ? field.match(input.value) : null;
      if (only) {
        field.set(only);
        return this.next(field);
      }
      this.offer(option.description, fits.map(pick), option.choices.length ? this.pane.words.no_matches : '');
    }
  }

  next(field) {
    const after = this.fields[this.fields.indexOf(field) + 1];
    (after?.input ?? this.stop).focus();
  }

  values(except, lenient) {
    const values = {};
    for (const field of this.fields) {
      if (field === except || (!field.input.value && !field.picked)) continue;
      const choice = field.picked ?? field.match(field.input.value);
      if (choice) values[field.option.name] = choice.value;
      else if (!field.option.choices.length) values[field.option.name] = field.input.value;
      else if (!lenient) return this.wrong(field, this.pane.words.unknown_choice);
    }
    return values;
  }

  wrong(field, why) {
    field.node.classList.add('wrong');
    field.input.focus();
    this.pane.trouble(why);
    return null;
  }

  /** Take what is marked, or send; `sends` skips the first. */
  submit(sends = false) {
    if (this.looking && !sends) return this.looking.finally(() => this.submit());
    if (this.loading && !sends) return undefined;
    if (!sends && this.items.length && this.active >= 0 && !this.popup.hidden && !(this.command && this.settled())) {
      return this.items[this.active].choose();
    }
    if (this.command) {
      if (this.stop.value.trim()) {
        this.stop.focus();
        return this.pane.trouble(this.pane.words.unknown_option);
      }
      const empty = this.fields.find((each) => each.option.required && !each.input.value);
      if (empty) return this.wrong(empty, this.pane.words.required);
      const values = this.values(null, false);
      if (values === null) return undefined;
      const command = this.command;
      this.clear();
      this.box.focus();
      return this.pane.use(command, values);
    }
    const words = this.box.value.trim();
    if (!words) return undefined;
    if (words.startsWith('/')) return this.pane.trouble(this.pane.words.no_matches);
    this.clear();
    return this.pane.send(words);
  }

  /** Whether the option being typed already has one of the values on offer. */
  settled() {
    const field = this.fields.find((each) => each.input === document.activeElement);
    return field ? field.picked !== null || (!field.input.value && !field.option.required) : false;
  }

  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.isComposing) return;
    if (event.key in steps && this.items.length) {
      const count = this.items.length;
      this.active = this.active < 0 ? (steps[event.key] > 0 ? 0 : count - 1) : (this.active + steps[event.key] + count) % count;
      this.mark();
    } else if (event.key === 'Enter' && !event.shiftKey && event.target !== this.send) {
      this.submit();
    } else if (event.key === 'Tab' && !event.shiftKey && this.items.length && this.active >= 0 && !this.settled()) {
      this.items[this.active].choose();
    } else if (event.key === 'Tab' && !event.shiftKey && this.items.length && event.target.matches('.rest')) {
      this.items[0].choose();
    } else if (event.key === 'Escape') {
      if (this.command || this.box.value) this.clear();
      this.box.focus();
    } else if (event.key === 'Backspace' && this.command && !event.target.value) {
      this.back(event.target);
    } else {
      return undefined;
    }
    event.preventDefault();
    return undefined;
  }

  back(target) {
    const at = this.fields.findIndex((each) => each.input === target);
    const field = this.fields[at >= 0 ? at : this.fields.length - 1];
    if (!field) {
      const { label } = this.command;
      return this.type(`/${label}`);
    }
    if (at < 0) return field.input.focus();
    if (field.option.required && at === 0) return this.type(`/${this.command.label}`);
    this.fields.splice(at, 1);
    field.node.remove();
    return (this.fields[at - 1]?.input ?? this.stop).focus();
  }

  offer(title, items, otherwise = '') {
    this.loading = false;
    this.items = items;
    this.active = 0;
    this.title.textContent = items.length ? title : otherwise;
    this.list.replaceChildren(
      ...items.map((item, number) =>
        h(
          'li',
          { role: 'option', id: `${this.list.id}-${number}`, 'aria-label': named(item.label, item.hint, item.description), onclick: () => item.choose(), onpointermove: () => this.point(number) },
          h('span', { class: 'label' }, letters(item.label), item.hint ? h('span', { class: 'hint' }, item.hint) : null),
          item.description ? h('small', {}, item.description) : null,
        ),
      ),
    );
    this.popup.hidden = !items.length && !otherwise;
    this.mark();
  }

  point(number) {
    if (this.active === number) return;
    this.active = number;
    this.mark(false);
  }

  mark(scroll = true) {
    [...this.list.children].forEach((row, number) => row.setAttribute('aria-selected', String(number === this.active)));
    const row = this.list.children[this.active];
    if (row && scroll) row.scrollIntoView({ block: 'nearest' });
    for (const input of [this.box, ...(this.stop ? [this.stop] : []), ...this.fields.map((each) => each.input)]) {
      const here = input === document.activeElement;
      input.setAttribute('aria-expanded', String(here && this.items.length > 0));
      if (row && here) input.setAttribute('aria-activedescendant', row.id);
      else input.removeAttribute('aria-activedescendant');
    }
  }
}

/** A command fits what is typed if each typed word begins one of its words, in order, or it is followed by options. */
function matches(name, typed) {
  return name.startsWith(typed) || typed.startsWith(`${name} `) || typed === name || name.split(' ').some((word) => word.startsWith(typed));
}
