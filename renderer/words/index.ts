import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setAsideWords } from './set-aside.ts';
import { shellWords } from './shell.ts';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The words of one screen in the three languages. English gives the shape: a missing or an extra key does not compile. */
export type Words<English> = { en: English } & Record<
  'pt' | 'es',
  { [Key in keyof English]: English[Key] extends string ? string : Words1<English[Key]> }
>;
type Words1<Part> = { [Key in keyof Part]: Part[Key] extends string ? string : Words1<Part[Key]> };

/** Declares a screen's words: `const words = defineWords({ en: {…}, pt: {…}, es: {…} })`. */
export const defineWords = <English extends object>(words: Words<English>): Words<English> => words;

const chosenKey = 'frontdesk.language';

/** The language of this browser: what was chosen here, else the browser's own, else English. */
export function browserLanguage(): Language {
  const chosen = localStorage.getItem(chosenKey) ?? navigator.language.slice(0, 2);
  return languages.find((language) => language === chosen) ?? 'en';
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(chosenKey, language);
  document.documentElement.lang = language;
  i18next.changeLanguage(language);
}

export const hasChosenLanguage = (): boolean => localStorage.getItem(chosenKey) !== null;

/** Adds a screen's words under its name; called where the screen is loaded, so that the first load stays small. */
export function addWords(name: string, words: Words<object>): void {
  for (const language of languages) i18next.addResourceBundle(language, name, words[language], true, true);
}

i18next.use(initReactI18next).init({
  lng: browserLanguage(),
  fallbackLng: false,
  defaultNS: 'shell',
  resources: {},
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
document.documentElement.lang = browserLanguage();
addWords('shell', shellWords);
addWords('setAside', setAsideWords);
