// Small helpers over the DOM. Nothing here or elsewhere on the page reads HTML from text.

const SVG = 'http://www.w3.org/2000/svg';

/** Make an element. A fact that is null, undefined or false is left out; `style` is an object of properties. */
export function h(tag, facts = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'style') for (const [key, each] of Object.entries(value)) node.style.setProperty(key, each);
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const ICONS = {
  hash: 'M9.5 4 8 20M16 4l-1.5 16M4.5 9h16M3.5 15h16',
  eye: 'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Zm10 3.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  down: 'm6 9 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  restart: 'M20 5v5h-5M4 19v-5h5M5.5 9.5A7 7 0 0 1 18.9 8L20 10M4 14l1.1 2a7 7 0 0 0 13.4-1.5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  phone: 'M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5ZM11 18.5h2',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  send: 'M4 4.5 21 12 4 19.5 6.5 12 4 4.5ZM6.5 12H13',
  file: 'M7 2.5h7L19 8v12a1.5 1.5 0 0 1-1.5 1.5h-10A1.5 1.5 0 0 1 6 20V4a1.5 1.5 0 0 1 1-1.5ZM14 2.5V8h5',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  out: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  alert: 'M12 3.5 22 20H2L12 3.5ZM12 10v4.5M12 17v.5',
  thread: 'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM8 9h8M8 12.5h5',
  slash: 'M15 4 9 20',
  speech: 'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z',
};

/** Make an icon; it is decoration and has no name of its own. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

const SUITS = { '♠': 'spades', '♥': 'hearts', '♦': 'diamonds', '♣': 'clubs' };

/** Ask for suits as letters rather than as pictures, unless a picture was asked for. */
export function letters(words) {
  return words.replace(/[♠♥♦♣](?![\uFE0E\uFE0F])/gu, '$&\uFE0E');
}

/** Show an emoji; the four suits are drawn as text in their colours, one of the bot's own is a picture. */
export function emoji({ name, id }) {
  if (id) return h('img', { class: 'emoji', src: `emoji/${id}`, alt: name, title: name, draggable: 'false' });
  const suit = SUITS[name[0]];
  return suit
    ? h('span', { class: `emoji suit ${suit}` }, `${name[0]}\uFE0E`)
    : h('span', { class: 'emoji' }, name);
}

/** Make somebody's avatar: their first letter on their colour, or the bot's heart. */
export function avatar(who, size = '') {
  return who.bot
    ? h('span', { class: `avatar bot ${size}`, 'aria-hidden': 'true' }, '♥\uFE0E')
    : h('span', { class: `avatar ${size}`, 'aria-hidden': 'true', style: { background: who.colour } }, who.name[0]);
}

/** Make a loading sign of three dots. */
export function dots() {
  return h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
}

/** Join what a name is made of, so that it is read as several words. */
export function named(...parts) {
  return parts.filter(Boolean).map(letters).join(', ');
}

/** Say why something was refused; `error` is what the sandbox told, or a sentence of the page. */
export function sorry(words, error) {
  return typeof error === 'string' ? error : fill(words.refused[error.why], error.about);
}

/** Put values for {0}, {1} into a sentence. */
export function fill(sentence, ...values) {
  return sentence.replace(/\{(\d)\}/g, (_, number) => values[Number(number)]);
}
