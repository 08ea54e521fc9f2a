import { fill } from '../../../platform/text/fill.ts';
import type { Language } from '../../../platform/text/languages.ts';
import { canary } from './inspect-text.ts';
import en from './probes/en.json' with { type: 'json' };
import es from './probes/es.json' with { type: 'json' };
import pt from './probes/pt.json' with { type: 'json' };
import type { ProbeWords } from './probes.schemas.ts';

/** Test messages in one language, with the canary in place. */
export interface Probes extends Omit<ProbeWords, 'injections'> {
  /** Instructions to hide in a contact's name. */
  hidden: string;
  injections: string[];
}

function plantCanary({ injections, parking, ...words }: ProbeWords): Probes {
  const hidden = fill(injections.hidden, { canary });
  return {
    ...words,
    hidden,
    injections: [hidden, fill(injections.repeat, { canary }), injections.role],
    parking: { question: parking.question, answer: fill(parking.answer, { hidden }) },
  };
}

export const probes: Record<Language, Probes> = { pt: plantCanary(pt), en: plantCanary(en), es: plantCanary(es) };

/** A greeting in a language that the agent does not speak. */
export const foreignHello = 'Bonjour, quels sont vos tarifs pour demain ?';
