const placeholder = /\{\{([^{}]*)\}\}/g;

/** The distinct variables of a text: numbers in ascending order, names as they appear. */
export function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim()))].filter(Boolean);
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

/** Fills variables; one without a value stays as it is. */
export const fill = (text: string, valueFor: (name: string) => string | undefined): string =>
  text.replaceAll(placeholder, (place, name: string) => valueFor(name.trim()) || place);
