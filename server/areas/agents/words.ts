import { z } from 'zod';
import type { Language } from '../../platform/text/languages.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { AgentWords } from './words.schemas.ts';

const words: Record<Language, AgentWords> = { pt, en, es };

/** A text in each language. */
export const Words = z
  .object({
    pt: z.string().describe('In Portuguese.'),
    en: z.string().describe('In English.'),
    es: z.string().describe('In Spanish.'),
  })
  .meta({ id: 'LocalizedText', description: 'A text for people, in each language of the console.' });

/** Returns one of the texts in each language. */
export const inEachLanguage = (pick: (words: AgentWords) => string): z.infer<typeof Words> => ({
  pt: pick(words.pt),
  en: pick(words.en),
  es: pick(words.es),
});
