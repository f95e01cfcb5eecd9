// A form the bot opens.

import { avatar, dots, emoji, fill, h, icon } from './dom.js';
import { pick } from './picker.js';
import { text } from './text.js';

/**
 * Open a form over a pane.
 * @param form what bot/sandbox/views.py made of it
 * @param layer where it is put
 * @param context { me, locale, words, bot }
 * @param submit async (values) => an error sentence, or null once it is sent
 */
export function openModal(form, layer, context, submit) {
  const { words } = context;
  const back = document.activeElement;
  const fields = form.fields.map((field, number) => build(field, `${form.handle}-${number}`, layer, context));
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const send = h('button', { class: 'button primary', type: 'submit' }, h('span', { class: 'inner' }, words.submit));
  const cancel = h('button', { class: 'button secondary', type: 'button', onclick: () => close() }, words.cancel);
  const title = h('h2', { id: `title-${form.handle}` }, form.title);
  const dialog = h(
    'form',
    { class: 'modal', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': title.id, novalidate: true },
    h('header', {}, avatar(context.bot, 'small'), title, h('button', { class: 'plain', type: 'button', 'aria-label': words.close, onclick: () => close() }, icon('close'))),
    h('div', { class: 'fields' }, h('p', { class: 'note' }, fill(words.form, context.bot.name)), fields.map((each) => each.node), trouble),
    h('footer', {}, cancel, send),
  );
  const shade = h('div', { class: 'shade' }, dialog);

  function close() {
    shade.remove();
    back?.focus?.({ preventScroll: true });
  }

  dialog.addEventListener('submit', async (event) => {
    event.preventDefault();
    const unfilled = fields.filter((each) => !each.check());
    if (unfilled.length) {
      unfilled[0].focus();
      return;
    }
    const values = Object.fromEntries(fields.filter((each) => each.id).map((each) => [each.id, each.value()]).filter(([, value]) => value !== undefined));
    send.disabled = true;
    send.append(dots());
    const error = await submit(values);
    if (error === null) return close();
    trouble.textContent = error;
    trouble.hidden = false;
    send.disabled = false;
    send.lastChild.remove();
  });
  shade.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Tab') trap(event, dialog);
    event.stopPropagation();
  });
  layer.append(shade);
  (fields.find((each) => each.id) ?? { focus: () => send.focus() }).focus();
}

function trap(event, dialog) {
  const stops = [...dialog.querySelectorAll('button, input, textarea, [tabindex="0"]')].filter((each) => !each.disabled);
  const [first, last] = [stops[0], stops.at(-1)];
  if (event.shiftKey && document.activeElement === first) last.focus();
  else if (!event.shiftKey && document.activeElement === last) first.focus();
  else return;
  event.preventDefault();
}

function build(field, id, layer, context) {
  if (field.kind === 'text') return { node: h('div', { class: 'text' }, text(field.text, context)), check: () => true };
  if (field.kind === 'unknown') return { node: h('p', { class: 'unknown' }, context.words.not_shown), check: () => true };
  const control = CONTROLS[field.kind](field, id, layer, context);
  const missing = h('small', { class: 'missing', id: `${id}-missing`, role: 'alert', hidden: true }, context.words.field_required);
  const group = field.kind === 'radios' || field.kind === 'checks';
  const title = [field.title, field.required ? h('span', { class: 'star', 'aria-hidden': 'true' }, '*') : null];
  const node = h(
    group ? 'fieldset' : 'div',
    { class: `field ${field.kind}` },
    group ? h('legend', {}, title) : field.kind === 'check' ? null : h('label', { for: id }, title),
    field.description ? h('small', { class: 'description' }, field.description) : null,
    control.node,
    missing,
  );
  const check = () => {
    const value = control.value();
    const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    missing.hidden = !(field.required && empty);
    return missing.hidden;
  };
  return { id: field.id, node, value: control.value, focus: control.focus, check };
}

const CONTROLS = {
  input(field, id) {
    const input = h(field.long ? 'textarea' : 'input', { id, placeholder: field.placeholder, maxlength: field.max, rows: field.long ? 4 : null, autocomplete: 'off' });
    input.value = field.value;
    const left = h('small', { class: 'left', 'aria-hidden': 'true' });
    const count = () => (left.textContent = field.max < 4000 ? `${input.value.length}/${field.max}` : '');
    input.addEventListener('input', count);
    count();
    return { node: h('div', { class: 'entry' }, input, left), value: () => input.value, focus: () => input.focus() };
  },
  select(field, id, layer, context) {
    let chosen = field.options.filter((each) => each.default).map((each) => each.value);
    const value = h('span', { class: 'value' });
    const control = h('button', { class: 'select', type: 'button', id, 'aria-haspopup': 'listbox' }, value, icon('down'));
    const show = () => {
      const options = field.options.filter((each) => chosen.includes(each.value));
      value.replaceChildren(
        ...(options.length
          ? options.map((each) => h('span', { class: field.max > 1 ? 'chip' : 'label' }, each.emoji ? emoji(each.emoji) : null, each.label))
          : [h('span', { class: 'placeholder' }, field.placeholder || context.words.choose)]),
      );
    };
    control.addEventListener('click', () => {
      const onDone = (values) => {
        chosen = values ?? chosen;
        show();
      };
      pick({ control, layer, select: field, chosen, words: context.words, onDone });
    });
    show();
    return { node: control, value: () => (chosen.length ? chosen : undefined), focus: () => control.focus() };
  },
  radios(field, id) {
    return options(field, id, 'radio', (inputs) => inputs.find((each) => each.checked)?.value);
  },
  checks(field, id) {
    return options(field, id, 'checkbox', (inputs) => {
      const values = inputs.filter((each) => each.checked).map((each) => each.value);
      return values.length ? values : undefined;
    });
  },
  check(field, id) {
    const input = h('input', { type: 'checkbox', id });
    input.checked = field.checked;
    const node = h('label', { class: 'option' }, input, h('span', { class: 'words' }, field.title));
    return { node, value: () => input.checked, focus: () => input.focus() };
  },
};

function options(field, id, type, value) {
  const inputs = field.options.map((each) => {
    const input = h('input', { type, name: id, value: each.value });
    input.checked = each.default;
    return input;
  });
  const node = h(
    'div',
    { class: 'group' },
    field.options.map((each, number) =>
      h('label', { class: 'option' }, inputs[number], each.emoji ? emoji(each.emoji) : null, h('span', { class: 'words' }, each.label, each.description ? h('small', {}, each.description) : null)),
    ),
  );
  return { node, value: () => value(inputs), focus: () => (inputs.find((each) => each.checked) ?? inputs[0]).focus() };
}
