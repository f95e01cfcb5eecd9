// What is typed behind a command: `preset:short computers:3` as well as `preset short computers 3`.

/**
 * Read the options somebody has typed.
 * @param typed what stands behind the command, or behind the options that are filled in already
 * @param options views of all options of the command
 * @param taken those that have a value already
 * @returns { values: Map of option to its text, rest: what names no option }
 */
export function given(typed, options, taken) {
  const values = new Map();
  const rest = [];
  let open = null;
  // The last word counts as a name only when it is complete: followed by a space or a colon.
  for (const [, word, after] of typed.matchAll(/([^\s:]+)(:|\s+|$)/g)) {
    const option = options.find((each) => [each.label, each.name].some((name) => name.toLowerCase() === word.toLowerCase()));
    const free = option && !taken.includes(option) && !values.has(option);
    if (free && after !== '') {
      open = option;
      values.set(option, '');
    } else if (open) {
      const before = values.get(open);
      const between = before === '' || before.endsWith(':') ? '' : ' ';
      values.set(open, `${before}${between}${word}${after === ':' ? ':' : ''}`);
    } else {
      rest.push(word);
    }
  }
  return { values, rest: rest.join(' ') };
}
