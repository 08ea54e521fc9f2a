/** Returns every text of a tree by its key path. */
export function flatten(words: object, path = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') flat.set(path + key, value);
    else for (const [inner, word] of flatten(value, `${path}${key}.`)) flat.set(inner, word);
  }
  return flat;
}

/** The placeholders `{name}` or `{{name}}` of a text, sorted. */
export const placeholdersOf = (text: string): string[] => (text.match(/\{+[^{}]*\}+/g) ?? []).sort();

/**
 * Returns the faults of a translation compared with its model: missing or unknown keys, empty texts, other
 * placeholders.
 */
export function findFaults(model: object, translation: object): string[] {
  const expected = flatten(model);
  const found = flatten(translation);
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((key) => {
    const wanted = expected.get(key);
    const text = found.get(key);
    if (wanted === undefined) return [`${key} is unknown`];
    if (text === undefined) return [`${key} is missing`];
    if (text.trim() === '') return [`${key} is empty`];
    return placeholdersOf(text).join() === placeholdersOf(wanted).join() ? [] : [`${key} has other placeholders`];
  });
}

/** Keys of one plural form whose other form is missing. */
export function findLonePlurals(words: object): string[] {
  const keys = flatten(words);
  return [...keys.keys()].filter((key) => {
    const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
    return stem !== undefined && !keys.has(`${stem}_${form === 'one' ? 'other' : 'one'}`);
  });
}
