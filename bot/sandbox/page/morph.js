// Changing shown nodes into new ones in place, so that focus, scrolling and pictures stay where they are.

/** Make `old` like `fresh`; what has the same kind and `data-key` is kept and changed, the rest is replaced. */
export function morph(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return old;
  }
  attributes(old, fresh);
  children(old, fresh);
  return old;
}

function alike(one, other) {
  if (one.nodeType !== other.nodeType || one.nodeName !== other.nodeName) return false;
  return one.nodeType !== Node.ELEMENT_NODE || one.dataset?.key === other.dataset?.key;
}

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== 'data-open') old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (name === 'style' || old.getAttribute(name) === value) continue;
    if (name === 'src') picture(old, value);
    else old.setAttribute(name, value);
  }
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}

/** Show the new picture once it is there and the old one until then. */
function picture(image, address) {
  const next = new Image();
  image.dataset.next = address;
  next.src = address;
  next
    .decode()
    .catch(() => undefined)
    .then(() => {
      if (image.dataset.next === address) image.src = address;
    });
}

function children(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (child.dataset?.key) keyed.set(child.dataset.key, child);
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = child.dataset?.key;
    const known = key ? keyed.get(key) : place && !place.dataset?.key && alike(place, child) ? place : null;
    if (known && alike(known, child)) {
      if (known === place) place = place.nextSibling;
      else old.insertBefore(known, place);
      morph(known, child);
    } else {
      old.insertBefore(child, place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}
