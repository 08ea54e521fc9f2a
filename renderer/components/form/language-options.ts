import type { Language } from '../../words/index.ts';

/** Languages of shops and agents, each in its own name. */
export const languageOptions: { value: Language; label: string }[] = [
  { value: 'pt', label: 'Português' },
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
];
