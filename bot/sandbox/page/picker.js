// The list a menu opens: options with a check mark each, for one choice or several.

import { emoji, fill, h, icon, letters, named } from './dom.js';

/**
 * Open a list at a control.
 * @param control the button that opens it; gets the focus back
 * @param layer where the list is put
 * @param select the view of the menu
 * @param chosen values chosen so far
 * @param words the words of the person's language
 * @param onDraft told the values while several are being chosen
 * @param onDone told the values, or null if nothing is to be sent
 */
export function pick({ control, layer, select, chosen, words, onDraft, onDone }) {
  const many = select.max > 1 || select.min === 0;
  const picked = new Set(chosen);
  const before = [...picked].join('\n');
  const list = h('ul', { class: 'options', role: 'listbox', tabindex: 0, 'aria-multiselectable': many ? 'true' : 'false', 'aria-label': select.placeholder || words.choose });
  const count = h('small', { role: 'status' });
  const done = h('button', { class: 'button primary', type: 'button', onclick: () => close(true) }, words.done);
  const popup = h('div', { class: `picker${many ? ' many' : ''}` }, list, many ? h('div', { class: 'foot' }, count, done) : null);
  let active = Math.max(0, select.options.findIndex((each) => picked.has(each.value)));

  const rows = select.options.map((option, number) =>
    h(
      'li',
      { role: 'option', id: `option-${select.id}-${number}`, 'aria-label': named(option.emoji?.name, option.label, option.description), onclick: () => choose(number), onpointermove: () => move(number, false) },
      option.emoji ? emoji(option.emoji) : null,
      h('span', { class: 'words' }, h('span', {}, letters(option.label)), option.description ? h('small', {}, option.description) : null),
      h('span', { class: 'mark' }, icon('check')),
    ),
  );
  list.append(...rows);

  function show() {
    const full = picked.size >= select.max && many;
    rows.forEach((row, number) => {
      const on = picked.has(select.options[number].value);
      row.setAttribute('aria-selected', String(on));
      row.toggleAttribute('data-full', full && !on);
      row.toggleAttribute('data-active', number === active);
    });
    list.setAttribute('aria-activedescendant', rows[active]?.id ?? '');
    count.textContent = fill(words.chosen, picked.size, select.min === select.max ? select.max : `${select.min}–${select.max}`);
    done.disabled = picked.size < select.min;
  }

  function move(number, scroll = true) {
    active = (number + rows.length) % rows.length;
    show();
    if (scroll) rows[active].scrollIntoView({ block: 'nearest' });
  }

  function choose(number) {
    const { value } = select.options[number];
    if (!many) {
      picked.clear();
      picked.add(value);
      close(true);
      return;
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < select.max) picked.add(value);
    active = number;
    onDraft?.(values());
    show();
  }

  const values = () => select.options.map((each) => each.value).filter((value) => picked.has(value));

  function close(send) {
    document.removeEventListener('pointerdown', outside, true);
    removeEventListener('resize', place);
    popup.remove();
    control.removeAttribute('data-open');
    control.focus({ preventScroll: true });
    const sendable = send && picked.size >= select.min && (!many || [...picked].join('\n') !== before);
    onDone(sendable ? values() : null);
  }

  function outside(event) {
    if (!popup.contains(event.target)) {
      event.preventDefault();
      close(true);
    }
  }

  function place() {
    const [at, frame] = [control.getBoundingClientRect(), layer.getBoundingClientRect()];
    const room = { above: at.top - frame.top, below: frame.bottom - at.bottom };
    const up = room.below < Math.min(popup.scrollHeight, 300) && room.above > room.below;
    popup.style.width = `${Math.max(at.width, 200)}px`;
    popup.style.left = `${Math.min(at.left, frame.right - Math.max(at.width, 200) - 4) - frame.left}px`;
    popup.style.maxHeight = `${Math.max(120, Math.min(340, (up ? room.above : room.below) - 10))}px`;
    popup.style.top = up ? 'auto' : `${at.bottom - frame.top + 4}px`;
    popup.style.bottom = up ? `${frame.bottom - at.top + 4}px` : 'auto';
  }

  popup.addEventListener('keydown', (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) move(active + steps[event.key]);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(rows.length - 1);
    else if ((event.key === 'Enter' || event.key === ' ') && event.target === list) choose(active);
    else if (event.key === 'Escape') close(many);
    else if (event.key === 'Tab' && !many) close(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  control.setAttribute('data-open', '');
  layer.append(popup);
  place();
  show();
  rows[active]?.scrollIntoView({ block: 'nearest' });
  list.focus({ preventScroll: true });
  addEventListener('resize', place);
  document.addEventListener('pointerdown', outside, true);
  return { close: () => close(false), popup };
}
