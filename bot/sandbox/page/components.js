// Buttons, menus, layouts, embeds and files of a message as nodes. What is pressed is told by data-act.

import { dots, emoji, fill, h, icon, letters } from './dom.js';
import { format, text } from './text.js';

/**
 * Build one component.
 * @param part what bot/sandbox/views.py made of it
 * @param context { me, locale, words, message, file(path), pending(id), draft(id) }
 */
export function component(part, context) {
  switch (part.kind) {
    case 'row':
      return h('div', { class: 'row' }, part.items.map((each) => component(each, context)));
    case 'button':
      return button(part, context);
    case 'select':
      return select(part, context);
    case 'text':
      return h('div', { class: 'text' }, text(part.text, context));
    case 'section':
      return h(
        'div',
        { class: 'section' },
        h('div', { class: 'beside' }, part.items.map((each) => component(each, context))),
        component(part.accessory, context),
      );
    case 'thumbnail':
      return picture(part, context, 'thumbnail');
    case 'gallery':
      return gallery(part.items, context);
    case 'file':
      return file(part, context);
    case 'separator':
      return h('hr', { class: `${part.spacing}${part.divider ? '' : ' bare'}` });
    case 'container':
      return container(part, context);
    default:
      return h('p', { class: 'unknown' }, context.words.not_shown);
  }
}

function container(part, context) {
  const inside = part.items.map((each) => component(each, context));
  const style = part.accent ? { '--accent': part.accent } : {};
  return h('div', { class: `container${part.accent ? ' accented' : ''}`, style }, covered(part, inside, context));
}

function covered(part, inside, context) {
  if (!part.spoiler) return inside;
  return h(
    'div',
    { class: 'covered', role: 'button', tabindex: 0, 'data-act': 'reveal', 'aria-label': context.words.reveal },
    h('span', { class: 'cover' }, context.words.spoiler),
    h('div', { class: 'inside' }, inside),
  );
}

function button(part, context) {
  const inside = [part.emoji ? emoji(part.emoji) : null, part.label ? h('span', { class: 'label' }, letters(part.label)) : null];
  if (part.style === 'link') {
    return h(
      'a',
      { class: 'button link', href: part.url, target: '_blank', rel: 'noopener noreferrer nofollow' },
      inside,
      icon('out'),
    );
  }
  const pending = context.pending(part.id);
  return h(
    'button',
    {
      class: `button ${part.style}${pending ? ' pending' : ''}`,
      type: 'button',
      disabled: part.disabled,
      'data-key': `b-${part.id}`,
      'data-act': 'click',
      'data-id': part.id,
      'data-message': context.message,
      'aria-busy': pending ? 'true' : null,
    },
    h('span', { class: 'inner' }, inside),
    pending ? dots() : null,
  );
}

function select(part, context) {
  const pending = context.pending(part.id);
  const chosen = context.draft(part.id) ?? part.options.filter((each) => each.default).map((each) => each.value);
  const options = part.options.filter((each) => chosen.includes(each.value));
  const shown =
    options.length === 0
      ? h('span', { class: 'placeholder' }, part.placeholder || context.words.choose)
      : part.max > 1
        ? options.map((each) => h('span', { class: 'chip' }, each.emoji ? emoji(each.emoji) : null, letters(each.label)))
        : [options[0].emoji ? emoji(options[0].emoji) : null, h('span', { class: 'label' }, letters(options[0].label))];
  return h(
    'button',
    {
      class: `select${pending ? ' pending' : ''}`,
      type: 'button',
      disabled: part.disabled,
      'data-key': `s-${part.id}`,
      'data-act': 'select',
      'data-id': part.id,
      'data-message': context.message,
      'aria-haspopup': 'listbox',
      'aria-label': [part.placeholder, ...options.map((each) => each.label)].filter(Boolean).join(': ') || context.words.choose,
    },
    h('span', { class: 'value' }, shown),
    pending ? dots() : icon('down'),
  );
}

/** Build a picture that opens large; its alternative text shows on hover. */
export function picture(part, context, kind = 'picture') {
  const image = h('img', { src: context.file(part.path), alt: part.alt, title: part.alt || null, draggable: 'false' });
  const inside = h(
    'button',
    { class: kind, type: 'button', 'data-act': 'enlarge', 'aria-label': part.alt || context.words.enlarge },
    image,
  );
  return part.spoiler ? covered(part, [inside], context) : inside;
}

function gallery(items, context) {
  return h('div', { class: `gallery of-${Math.min(items.length, 4)}` }, items.map((each) => picture(each, context)));
}

/** Build a file that can be saved. */
export function file(part, context) {
  return h(
    'div',
    { class: 'file' },
    icon('file'),
    h('div', {}, h('a', { href: `${context.file(part.path)}?download`, download: part.name }, part.name), h('small', {}, size(part.size, context.locale))),
    h(
      'a',
      { class: 'save', href: `${context.file(part.path)}?download`, download: part.name, 'aria-label': fill(context.words.download, part.name) },
      icon('download'),
    ),
  );
}

function size(bytes, locale) {
  const units = ['byte', 'kilobyte', 'megabyte'];
  let step = 0;
  while (bytes >= 1024 && step < 2) [bytes, step] = [bytes / 1024, step + 1];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: step ? 2 : 0,
  }).format(bytes);
}

/** Build what hangs on a message besides its components: pictures together, then files. */
export function attachments(files, context) {
  const pictures = files.filter((each) => each.picture);
  const others = files.filter((each) => !each.picture);
  return [pictures.length ? gallery(pictures, context) : null, others.map((each) => file(each, context))];
}

/** Build an embed. */
export function embed(part, context) {
  const at = part.at ? format(new Date(part.at), { dateStyle: 'short', timeStyle: 'short' }, context.locale) : '';
  const footer = [part.footer, at].filter(Boolean).join(' • ');
  const title = part.url ? h('a', { href: part.url, target: '_blank', rel: 'noopener noreferrer' }, text(part.title, context)) : text(part.title, context);
  return h(
    'article',
    { class: 'embed', style: part.colour ? { '--accent': part.colour } : {} },
    h(
      'div',
      { class: 'words' },
      part.author ? h('div', { class: 'author' }, part.author) : null,
      part.title.length ? h('div', { class: 'title' }, title) : null,
      part.text.length ? h('div', { class: 'text' }, text(part.text, context)) : null,
      part.fields.length
        ? h(
            'div',
            { class: 'fields' },
            part.fields.map((each) =>
              h(
                'div',
                { class: each.inline ? 'inline' : '' },
                h('div', { class: 'name' }, text(each.name, context)),
                h('div', { class: 'text' }, text(each.text, context)),
              ),
            ),
          )
        : null,
    ),
    part.thumbnail ? picture(part.thumbnail, context, 'thumbnail') : null,
    part.image ? picture(part.image, context) : null,
    footer ? h('footer', {}, footer) : null,
  );
}
