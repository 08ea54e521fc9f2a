import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };

/** Every word that the shell shows. English gives the shape: a language that lacks one does not compile. */
export type Words = typeof en;

export const languages: { pt: Words; en: Words; es: Words } = { pt, en, es };
export type Language = keyof typeof languages;

/** The language of a locale such as `pt-BR`; English for those that we do not speak. */
export function pickLanguage(locale: string): Language {
  const [code] = locale.toLowerCase().split(/[-_]/);
  return code === 'pt' || code === 'es' ? code : 'en';
}

/** A text with its `{{name}}` filled in. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
