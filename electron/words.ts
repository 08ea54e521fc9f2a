import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };

/** All texts of the shell. English defines the shape: a language that lacks a text does not compile. */
export type Words = typeof en;

export const languages: { pt: Words; en: Words; es: Words } = { pt, en, es };
export type Language = keyof typeof languages;

/** Returns the language of a locale such as `pt-BR`; English for unsupported ones. */
export function pickLanguage(locale: string): Language {
  const [code] = locale.toLowerCase().split(/[-_]/);
  return code === 'pt' || code === 'es' ? code : 'en';
}

/** Returns a text with its `{{name}}` placeholders filled in. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
