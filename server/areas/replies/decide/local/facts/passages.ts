import { type KnowledgeAnswer, type KnowledgeQuery, searchKnowledge } from '../../../../knowledge/index.ts';
import type { Search } from '../finding.ts';
import { isInjection } from '../injection.ts';
import type { Spoken, Term } from '../understand/terms.ts';
import { readWords } from '../words.ts';
import { type Doc, type Fact, keysOf, readDoc } from './fact.ts';

/** Longest quote: chats are read on a phone. */
const longestQuoteChars = 420;
const longestPassages = 8;

/** The passages that a search finds for a question, each with the sentences that answer best. */
export async function findPassages(
  { platform, context, options }: Pick<Search, 'platform' | 'context' | 'options'>,
  question: string,
  asked: Term[],
  spoken: Spoken,
): Promise<Fact[]> {
  const { agent, workspace } = context;
  const query: KnowledgeQuery = { query: question, agentId: agent.id, limit: agent.behavior.topK };
  const found: KnowledgeAnswer = await (options.search?.(query) ?? searchKnowledge(platform, workspace.id, query));
  return found.hits.slice(0, longestPassages).flatMap((hit): Fact[] => {
    const quote = quotePassage(hit.text, asked, spoken);
    if (quote === null) return [];
    return [
      {
        kind: 'knowledge',
        id: hit.sourceId,
        key: hit.chunkId,
        title: hit.sourceName,
        text: quote,
        ask: readDoc([hit.sourceName, ...hit.headingPath].join('\n'), spoken),
        tell: readDoc(quote, spoken),
        sources: [{ kind: 'knowledge', id: hit.sourceId, title: hit.sourceName }],
        isGroup: false,
        isMiss: false,
        confidence: hit.score,
      },
    ];
  });
}

interface Sentence {
  text: string;
  doc: Doc;
}

/**
 * The consecutive sentences of a passage that say the most about the terms of a question, as many as fit a chat. Leaves
 * out sentences that address a machine (injections); null if none is left.
 */
export function quotePassage(text: string, asked: Term[], spoken: Spoken): string | null {
  const sentences = splitSentences(text)
    .filter((sentence) => !isInjection(readWords(sentence)))
    .map((sentence): Sentence => ({ text: sentence, doc: readDoc(sentence, spoken) }));
  if (sentences.length === 0) return null;
  const keys = asked.map((term) => keysOf(term));
  const covers = ({ doc }: Sentence) => keys.map((all) => all.some((key) => doc.keys.has(key)));
  const covered = sentences.map(covers);
  let best = { from: 0, to: 0, worth: -1 };
  for (let from = 0; from < sentences.length; from++) {
    const said = keys.map(() => false);
    let length = 0;
    for (let to = from; to < sentences.length; to++) {
      length += (sentences[to]?.text.length ?? 0) + 1;
      if (to > from && length > longestQuoteChars) break;
      for (const [index, isSaid] of (covered[to] ?? []).entries()) if (isSaid) said[index] = true;
      const share = asked.reduce((sum, { worth }, index) => sum + (said[index] ? worth : 0), 0);
      // Of equal quotes the shortest that begins where the matter is first spoken of.
      const worth = share - (to - from) * 0.01;
      if (worth > best.worth) best = { from, to, worth };
    }
  }
  return cut(widen(sentences, best));
}

/** Adds the following sentences, which explain more often than the preceding ones, as far as they fit. */
function widen(sentences: Sentence[], { from, to }: { from: number; to: number }): string {
  let end = to;
  const write = (last: number) =>
    sentences
      .slice(from, last + 1)
      .map(({ text }) => text)
      .join(' ');
  while (end + 1 < sentences.length && write(end + 1).length <= longestQuoteChars) end++;
  return write(end);
}

/** The sentences of a text, without the signs of lists and headings. */
const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text)]
    .map(({ segment }) =>
      segment
        .replaceAll(/^[\s#>*|-]+|[|*]+/gu, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function cut(text: string): string {
  if (text.length <= longestQuoteChars) return text;
  const room = text.slice(0, longestQuoteChars);
  return `${room.slice(0, room.lastIndexOf(' '))}…`;
}
