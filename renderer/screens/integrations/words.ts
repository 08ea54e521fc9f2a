import { defineWords } from '../../words/index.ts';
import { connectorsEn } from './connector-words.en.ts';
import { connectorsEs } from './connector-words.es.ts';
import { connectorsPt } from './connector-words.pt.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';
import { pt } from './words.pt.ts';

export const integrationsWords = defineWords({
  en: { ...en, connectors: connectorsEn },
  pt: { ...pt, connectors: connectorsPt },
  es: { ...es, connectors: connectorsEs },
});
