import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import enSetAside from './en/set-aside.json' with { type: 'json' };
import en from './en/shell.json' with { type: 'json' };
import esSetAside from './es/set-aside.json' with { type: 'json' };
import es from './es/shell.json' with { type: 'json' };
import ptSetAside from './pt/set-aside.json' with { type: 'json' };
import pt from './pt/shell.json' with { type: 'json' };

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Words of one screen in three languages. English defines the keys: a missing translation does not compile. */
type Words<English> = { en: English } & Record<'pt' | 'es', NoInfer<English>>;

const chosenKey = 'frontdesk.language';

/** Language chosen in this browser, else the browser's own, else English. */
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

/** Registers a screen's words under its name; called by the screen's module to keep the first load small. */
export function addWords<English extends object>(name: string, words: Words<English>): void {
  for (const language of languages) i18next.addResourceBundle(language, name, words[language]);
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
addWords('shell', { en, pt, es });
addWords('set-aside', { en: enSetAside, pt: ptSetAside, es: esSetAside });
