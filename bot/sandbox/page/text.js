// Text trees (see bot/sandbox/markup.py) as nodes, and times that count.

import { emoji, h, icon, letters } from './dom.js';

const PLAIN = { b: 'strong', i: 'em', u: 'u', s: 's', h1: 'h1', h2: 'h2', h3: 'h3', ul: 'ul', li: 'li', br: 'br' };

/**
 * Build the nodes of a tree.
 * @param tree list of strings and [kind, facts, ...children]
 * @param context { me: id of who looks, locale }
 */
export function text(tree, context) {
  const nodes = [];
  for (const node of tree) {
    const made = typeof node === 'string' ? letters(node) : element(node, context);
    const bound = typeof made === 'string' && nodes.at(-1)?.tagName === 'IMG' ? made.match(/^\u00A0\S*/u)?.[0] : null;
    // A browser breaks a line beside a picture even at a space that forbids it.
    if (bound) nodes.push(h('span', { class: 'together' }, nodes.pop(), bound), made.slice(bound.length));
    else nodes.push(made);
  }
  return nodes;
}

function element([kind, facts, ...inside], context) {
  const children = () => text(inside, context);
  if (PLAIN[kind]) return h(PLAIN[kind], {}, children());
  switch (kind) {
    case 'ol':
      return h('ol', { start: facts.start }, children());
    case 'code':
      return h('code', {}, inside);
    case 'pre':
      return h('pre', { 'data-language': facts.language || null }, h('code', {}, inside));
    case 'quote':
      return h('blockquote', {}, h('div', {}, children()));
    case 'sub':
      return h('small', { class: 'subtext' }, children());
    case 'gap':
      return h('span', { class: 'gap', style: { height: `${facts.lines * 1.375}em` } });
    case 'a':
      return h('a', { href: facts.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, children());
    case 'spoiler':
      return h('span', { class: 'spoiler', role: 'button', tabindex: 0, 'data-act': 'reveal' }, h('span', {}, children()));
    case 'mention':
      return h('span', { class: facts.user === context.me || facts.everyone ? 'mention me' : 'mention' }, facts.name);
    case 'channel':
      return h('button', { class: 'mention', type: 'button', 'data-act': 'jump', 'data-channel': facts.channel }, `#${facts.name}`);
    case 'jump':
      return h(
        'button',
        { class: 'mention', type: 'button', 'data-act': 'jump', 'data-channel': facts.channel, 'data-message': facts.message },
        `#${facts.name}`,
        facts.message ? [' › ', icon('speech')] : null,
      );
    case 'command':
      return h('button', { class: 'mention', type: 'button', 'data-act': 'type', 'data-text': facts.name }, facts.name);
    case 'emoji':
      return emoji(facts);
    case 'time':
      return time(facts, context.locale);
    default:
      return text(inside, context);
  }
}

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

function time({ at, style }, locale) {
  const date = new Date(at * 1000);
  const long = format(date, STYLES.F, locale);
  const words = style === 'R' ? relative(at, locale) : format(date, STYLES[style], locale);
  const facts = style === 'R' ? { 'data-at': at, 'data-locale': locale } : {};
  return h('time', { class: 'stamp', datetime: date.toISOString(), title: long, ...facts }, words);
}

/** Write a date in the words of a locale. */
export function format(date, style, locale) {
  return new Intl.DateTimeFormat(locale, style).format(date);
}

const UNITS = [
  ['year', 31557600],
  ['month', 2629800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

function relative(at, locale) {
  const seconds = Math.round(at - Date.now() / 1000);
  const [unit, length] = UNITS.find((each) => Math.abs(seconds) >= each[1]) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(seconds / length), unit);
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-at]')) {
    const words = relative(Number(node.dataset.at), node.dataset.locale);
    if (node.textContent !== words) node.textContent = words;
  }
}, 500);
