import type { Language } from '../words/index.ts';

/** The languages that shops and agents speak; each is written in itself. */
export const languageOptions: { value: Language; label: string }[] = [
  { value: 'pt', label: 'Português' },
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
];
