// One message as a list item.

import { attachments, component, embed } from './components.js';
import { avatar, dots, fill, h, icon, letters } from './dom.js';
import { format, text } from './text.js';

const TOGETHER = 7 * 60 * 1000;

/**
 * Build a message.
 * @param view what bot/sandbox/views.py made of it
 * @param before the view above it, or null
 * @param context { me, locale, words, who(id), file(path), pending, draft, failed } of the pane
 */
export function message(view, before, context) {
  const inner = {
    ...context,
    message: view.id,
    pending: (id) => context.pending(view.id, id),
    draft: (id) => context.draft(view.id, id),
  };
  const author = context.who(view.author);
  if (view.thread) return started(view, author, context);
  const alone = !continues(view, before);
  const pinged = view.everyone || view.pings.includes(context.me);
  const kinds = ['message', alone ? 'first' : 'more', pinged ? 'pinged' : '', view.ephemeral ? 'private' : ''];
  return h(
    'li',
    { class: kinds.filter(Boolean).join(' '), id: context.anchor(view.id), 'data-key': view.id, tabindex: -1 },
    view.command ? used(view.command, context) : view.reply ? reply(view.reply, context) : null,
    h('div', { class: 'gutter' }, alone ? avatar(author) : stamp(view.created, context, 'short')),
    h('div', { class: 'body' }, alone ? head(author, view, context) : null, content(view, author, inner), below(view, context)),
  );
}

/** Build the line that says a thread has been started. */
function started(view, author, context) {
  return h(
    'li',
    { class: 'message first notification', id: context.anchor(view.id), 'data-key': view.id, tabindex: -1 },
    h('div', { class: 'gutter' }, icon('thread')),
    h(
      'div',
      { class: 'body' },
      fill(context.words.thread_started, author.name),
      ' ',
      h('button', { class: 'textlink', type: 'button', 'data-act': 'jump', 'data-channel': view.thread.channel }, view.thread.name),
      stamp(view.created, context, 'long'),
    ),
  );
}

/** Whether a message goes under the same name as the one above it. */
function continues(view, before) {
  return (
    before !== null &&
    before.author === view.author &&
    before.ephemeral === view.ephemeral &&
    !view.command &&
    !view.reply &&
    !before.thread &&
    view.created - before.created < TOGETHER &&
    new Date(view.created).toDateString() === new Date(before.created).toDateString()
  );
}

/** Build the line between two days, or null if both messages are of one day. */
export function divider(view, before, context) {
  const day = new Date(view.created);
  if (before !== null && new Date(before.created).toDateString() === day.toDateString()) return null;
  return h(
    'li',
    { class: 'divider', role: 'separator', 'data-key': `day-${day.toDateString()}` },
    h('span', {}, format(day, { dateStyle: 'long' }, context.locale)),
  );
}

function head(author, view, context) {
  return h(
    'div',
    { class: 'head' },
    h('span', { class: 'name' }, author.name),
    author.bot ? h('span', { class: 'tag' }, context.words.app) : null,
    stamp(view.created, context, 'long'),
  );
}

function stamp(at, context, kind) {
  const date = new Date(at);
  const clock = format(date, { timeStyle: 'short' }, context.locale);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86400000);
  const words =
    kind === 'short' || days === 0
      ? clock
      : days === 1
        ? fill(context.words.yesterday, clock)
        : format(date, { dateStyle: 'short', timeStyle: 'short' }, context.locale);
  const title = format(date, { dateStyle: 'full', timeStyle: 'short' }, context.locale);
  return h('time', { class: 'at', datetime: date.toISOString(), title }, words);
}

function used(command, context) {
  const who = context.who(command.person);
  return h(
    'div',
    { class: 'above' },
    avatar(who, 'tiny'),
    h('span', { class: 'name' }, who.name),
    ` ${context.words.used} `,
    h('span', { class: 'command' }, `/${command.labels[context.language]}`),
  );
}

function reply(answered, context) {
  if (answered.id === null) return h('div', { class: 'above' }, h('em', {}, context.words.gone));
  const who = context.who(answered.author);
  return h(
    'div',
    { class: 'above' },
    avatar(who, 'tiny'),
    who.bot ? h('span', { class: 'tag' }, context.words.app) : null,
    h('span', { class: 'name' }, who.name),
    h('button', { class: 'words', type: 'button', 'data-act': 'jump', 'data-message': answered.id }, letters(answered.words) || context.words.look),
  );
}

function content(view, author, context) {
  if (view.loading) return h('div', { class: 'thinking' }, dots(), fill(context.words.thinking, author.name));
  const edited = view.edited
    ? h('small', { class: 'edited', title: format(new Date(view.edited), { dateStyle: 'full', timeStyle: 'medium' }, context.locale) }, context.words.edited)
    : null;
  const words = view.text.length ? h('div', { class: 'text' }, text(view.text, context), edited) : null;
  return [
    words,
    view.embeds.map((each) => embed(each, context)),
    attachments(view.attachments, context),
    view.components.length ? h('div', { class: 'components' }, view.components.map((each) => component(each, context))) : null,
    words || view.components.length ? null : edited,
  ];
}

function below(view, context) {
  const failed = context.failed(view.id);
  return [
    failed ? h('div', { class: 'failed', role: 'alert' }, icon('alert'), failed) : null,
    view.ephemeral
      ? h(
          'div',
          { class: 'footnote' },
          icon('eye'),
          context.words.only_you,
          ' • ',
          h('button', { class: 'textlink', type: 'button', 'data-act': 'dismiss', 'data-message': view.id }, context.words.dismiss),
        )
      : null,
  ];
}
