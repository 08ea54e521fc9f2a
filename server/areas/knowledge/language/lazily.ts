import type { Language } from './detect-language.ts';

/** A constant that is made when it is first read. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A constant for each language, made when it is first read. */
export function perLanguage<Value>(make: (language: Language) => Value): Readonly<Record<Language, Value>> {
  const made = { pt: lazily(() => make('pt')), es: lazily(() => make('es')), en: lazily(() => make('en')) };
  return {
    get pt() {
      return made.pt();
    },
    get es() {
      return made.es();
    },
    get en() {
      return made.en();
    },
  };
}
