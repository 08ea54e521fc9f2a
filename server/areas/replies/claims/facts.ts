import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { CatalogItem } from '../../agents/index.ts';
import { formatMoney } from '../decide/local/format-money.ts';
import { isInjection } from '../decide/local/injection.ts';
import { readWords } from '../decide/local/words.ts';
import type { ReplyContext } from '../reply.ts';

/** Something that the owner told or a tool answered, as the model read it. A claim is compared with the fact it is about. */
export interface Fact {
  kind: 'faq' | 'rule' | 'item' | 'service' | 'gone' | 'shop' | 'passage' | 'slots';
  /** Written in the language of the agent, without labels of ours. */
  text: string;
  /** What the text answers. */
  question?: string;
  /** The item or service that it is about. */
  offer?: string;
  durationMinutes?: number;
  /** In the money of the shop. */
  price?: number;
  /** Free times (HH:MM) of a day (YYYY-MM-DD). */
  slots?: { day: string; times: string[] };
  /** What the model needs to name it in a tool. */
  id?: string;
}

/** Limit for the facts, so that a large shop does not exhaust the token budget. */
const longestFacts = 16_000;

/** The owner's facts that the model is told, most to the point first, up to a limit of characters. */
export function listFacts({ agent, items, workspace }: ReplyContext): Fact[] {
  const money = (amount: number | null): string[] => (amount === null ? [] : [formatMoney(amount, workspace)]);
  const facts: Fact[] = [
    { kind: 'shop', text: `${agent.name} ${workspace.name}` },
    ...agent.faqs.map(({ question, answer }): Fact => ({ kind: 'faq', question, text: answer })),
    ...agent.rules
      .filter(({ active, kind }) => active && kind === 'info')
      .map(({ text }): Fact => ({ kind: 'rule', text })),
    ...agent.services.map(
      ({ id, name, description, durationMinutes, price }): Fact => ({
        ...{ kind: 'service', id, offer: name },
        ...(durationMinutes === null ? {} : { durationMinutes }),
        ...(price === null ? {} : { price }),
        text: [name, ...(description ? [description] : []), ...money(price)].join('\n'),
      }),
    ),
    ...items.map((item) => toItemFact(item, workspace)),
  ];
  let room = longestFacts;
  return facts.filter((fact) => {
    room -= writeFact(fact).length;
    return room > 0;
  });
}

export function toItemFact({ id, name, description, price, active }: CatalogItem, workspace: Workspace): Fact {
  if (!active) return { kind: 'gone', offer: name, text: name };
  const text = [name, ...(description ? [description] : []), formatMoney(price, workspace)].join('\n');
  return { kind: 'item', id, offer: name, price, text };
}

/** How people call a free time, in every language; "none" where there is none. */
const freeWords =
  'livre vago vaga agenda disponivel horario vaga; libre espacio lugar turno cita agenda; free slot available opening space appointment';

/** The free times (HH:MM) of a service on a day (YYYY-MM-DD), as a tool answered them. */
export const toSlotsFact = (service: string, day: string, times: string[]): Fact => ({
  kind: 'slots',
  text:
    times.length > 0
      ? `${service}; ${freeWords}`
      : freeWords
          .split('; ')
          .map((words) => `nunca never ${words}`)
          .join('; '),
  slots: { day, times },
});

/** A fact as a line for the model. */
export function writeFact({ kind, text, question, id, durationMinutes }: Fact): string {
  const line = text.replaceAll('\n', '; ');
  if (kind === 'shop') return `You and the shop: ${line}`;
  if (kind === 'faq') return `Q: ${question}\nA: ${text}`;
  if (kind === 'gone') return `Not for sale now: ${line}`;
  if (kind === 'item') return `Item ${id}: ${line}`;
  if (kind !== 'service') return `- ${line}`;
  return `Service ${id}: ${line}${durationMinutes === undefined ? '' : `; ${durationMinutes} minutes`}`;
}

/** Sentences of a passage that are held together, so that words of distant ones do not support one claim. */
const sentencesTogether = 3;

/** The facts of a passage that a search found, without sentences that address a machine. */
export function toPassageFacts(text: string): Fact[] {
  const sentences = splitSentences(text).filter((sentence) => !isInjection(readWords(sentence)));
  const count = Math.max(1, sentences.length - sentencesTogether + 1);
  return Array.from({ length: count }, (_, from) => ({
    kind: 'passage' as const,
    text: sentences.slice(from, from + sentencesTogether).join(' '),
  }));
}

/** Sentences and lines of a text, with their signs; joined by what stood between them they are the text. */
export const splitSentences = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(line)])
    .map(({ segment }) => segment.trim())
    .filter((segment) => segment !== '');
