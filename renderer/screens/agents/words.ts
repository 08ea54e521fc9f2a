import { defineWords } from '../../words/index.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';
import { pt } from './words.pt.ts';

export const agentsWords = defineWords({ en, pt, es });
