import type { Platform } from '../../../../platform/platform.ts';
import { type KnowledgeHit, searchKnowledge } from '../../../knowledge/index.ts';
import type { DecideOptions, ReplyContext, ReplyTrace } from '../../reply.ts';
import { isInjection } from './injection.ts';
import { readWords } from './words.ts';

export interface KnowledgeQuote {
  text: string;
  sources: ReplyTrace['sources'];
}

/** Longest quote: chats are read on a phone. */
const longestQuoteChars = 420;

/**
 * Quotes the passage that answers best; null if the confidence is below the agent's threshold. A quote consists of
 * whole sentences, without those that address a machine (injections).
 */
export async function quoteKnowledge(
  platform: Platform,
  context: ReplyContext,
  scores: Record<string, number>,
  { search }: Pick<DecideOptions, 'search'>,
): Promise<KnowledgeQuote | null> {
  const { agent, workspace, text } = context;
  const query = { query: text, agentId: agent.id, limit: agent.behavior.topK };
  const answer = await (search ? search(query) : searchKnowledge(platform, workspace.id, query));
  scores.knowledge = answer.confidence;
  if (!answer.isAnswerable || answer.confidence < agent.behavior.answerThreshold) return null;
  for (const hit of answer.hits) {
    const quote = quotePassage(hit);
    if (quote === null) continue;
    const source = { kind: 'knowledge' as const, id: hit.sourceId, title: hit.sourceName, score: hit.score };
    return { text: quote, sources: [source] };
  }
  return null;
}

/** The sentence with the most highlights and its neighbours; null if none may be quoted. */
export function quotePassage({ text, highlights }: Pick<KnowledgeHit, 'text' | 'highlights'>): string | null {
  const sentences = splitSentences(text).filter(({ text }) => !isInjection(readWords(text)));
  const weighed = sentences.map((sentence) => ({
    ...sentence,
    weight: highlights.filter(({ start }) => start >= sentence.start && start < sentence.end).length,
  }));
  const best = weighed.reduce<number>(
    (at, { weight }, index) => (weight > (weighed[at]?.weight ?? -1) ? index : at),
    0,
  );
  const chosen = weighed[best];
  if (!chosen) return null;
  let [from, to] = [best, best];
  const lengthOf = (start: number, end: number) =>
    weighed.slice(start, end + 1).reduce((sum, sentence) => sum + sentence.text.length + 1, 0);
  // The following sentences explain more often than the preceding ones.
  while (to + 1 < weighed.length && lengthOf(from, to + 1) <= longestQuoteChars) to++;
  while (from > 0 && lengthOf(from - 1, to) <= longestQuoteChars) from--;
  const quote = weighed.slice(from, to + 1).map((sentence) => sentence.text);
  return cut(quote.join(' ').trim());
}

function splitSentences(text: string): { text: string; start: number; end: number }[] {
  const sentences: { text: string; start: number; end: number }[] = [];
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    const plain = segment
      .replaceAll(/^[\s#>*|-]+|[|*]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (plain !== '') sentences.push({ text: plain, start: index, end: index + segment.length });
  }
  return sentences;
}

function cut(text: string): string {
  if (text.length <= longestQuoteChars) return text;
  const room = text.slice(0, longestQuoteChars);
  return `${room.slice(0, room.lastIndexOf(' '))}…`;
}
