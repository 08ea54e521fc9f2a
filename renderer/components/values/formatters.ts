/**
 * Keeps what `make` returned for each list of arguments. For formatters of the browser: making one costs more than all its
 * uses in a long list.
 */
export function kept<Texts extends string[], Made>(make: (...texts: Texts) => Made): (...texts: Texts) => Made {
  const made = new Map<string, Made>();
  return (...texts) => {
    const key = texts.join('\n');
    let one = made.get(key);
    if (one === undefined) {
      one = make(...texts);
      made.set(key, one);
    }
    return one;
  };
}

const dateFormatOf = kept(
  (language: string, options: string) => new Intl.DateTimeFormat(language, JSON.parse(options)),
);
const numberFormatOf = kept(
  (language: string, options: string) => new Intl.NumberFormat(language, JSON.parse(options)),
);

export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormatOf(language, JSON.stringify(options));

export const numberFormat = (language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  numberFormatOf(language, JSON.stringify(options));
