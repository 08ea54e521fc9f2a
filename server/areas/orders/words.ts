import type { Language } from '../../platform/text/languages.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { OrderWords } from './words.schemas.ts';

export const orderWords: Record<Language, OrderWords> = { pt, en, es };
