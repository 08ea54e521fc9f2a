import type { Language } from '../../../platform/text/languages.ts';
import en from './phrases/en.json' with { type: 'json' };
import es from './phrases/es.json' with { type: 'json' };
import pt from './phrases/pt.json' with { type: 'json' };
import type { Phrases } from './phrases.schemas.ts';

export const phrases: Record<Language, Phrases> = { pt, en, es };
