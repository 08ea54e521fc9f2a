import type { Language } from '../../../platform/text/languages.ts';
import type { ReplyContext, ReplyTrace, ToolUse } from '../reply.ts';
import { agreesWithAsked, type Claims, checkSentence, type Verdict } from './check-sentence.ts';
import { type Fact, splitSentences } from './facts.ts';
import { findNamedOffers, knowFacts } from './known-facts.ts';
import { readMoments } from './moments.ts';
import { plain, readClaimWords } from './read-claims.ts';

export interface Checked {
  /** What may be sent: the whole answer unchanged, or its sentences that are supported. Null if none of them answers. */
  text: string | null;
  cut: ReplyTrace['cut'];
}

interface Judged {
  sentence: string;
  line: number;
  verdict: Verdict;
}

/**
 * Compares each sentence of a model's answer with the facts that it was given in this turn, and leaves out those that
 * claim anything else. `uses` are the tools that succeeded. Neither the customer's words nor the instructions are facts.
 */
export function checkAnswer(
  context: ReplyContext,
  language: Language,
  answer: string,
  facts: Fact[],
  uses: ToolUse[],
): Checked {
  const languages = [...new Set([language, context.agent.language])];
  const { country } = context.workspace;
  const asked = plain(context.text, languages);
  const known = knowFacts(facts, languages, country);
  const words = readClaimWords(asked, languages);
  const content = words.filter(({ isContent }) => isContent);
  const claims: Claims = {
    ...{ context, language, languages, known, uses, before: [] },
    asked: { words: content, moments: readMoments(asked, true, country), offers: findNamedOffers(content, known) },
  };
  const judged: Judged[] = [];
  for (const [line, text] of answer.split('\n').entries()) {
    for (const sentence of splitSentences(text)) {
      const verdict = checkSentence(claims, sentence);
      if (verdict.kind === 'fact') claims.before = verdict.used;
      judged.push({ sentence, line, verdict });
    }
  }
  const settled = judged.map((one, at) =>
    one.verdict.kind === 'bare' ? { ...one, verdict: settleBare(claims, one.verdict.said, judged.slice(at + 1)) } : one,
  );
  return compose(answer, settled);
}

/** A bare yes or no holds only with a fact behind it that says so of what the customer asked; a cut one takes it along. */
function settleBare({ asked }: Claims, said: 'yes' | 'no' | null, rest: Judged[]): Verdict {
  const next = rest.find(({ verdict }) => verdict.kind !== 'courtesy')?.verdict;
  if (next?.kind === 'question') return { kind: 'question' };
  if (next?.kind !== 'fact') return { kind: 'cut', why: 'unsupported' };
  const isAbout = next.used.length === 0 || asked.words.length === 0 || agreesWithAsked(next.used, asked.words, said);
  return isAbout ? { kind: 'courtesy' } : { kind: 'cut', why: 'unsupported' };
}

function compose(answer: string, judged: Judged[]): Checked {
  const cut = judged.flatMap(({ sentence, verdict }) =>
    verdict.kind === 'cut' ? [{ text: sentence, why: verdict.why }] : [],
  );
  if (cut.length === 0) return { text: answer, cut };
  const kept = judged.filter(({ verdict }) => verdict.kind !== 'cut');
  if (!kept.some(({ verdict }) => verdict.kind === 'fact')) return { text: null, cut };
  const lines = Map.groupBy(kept, ({ line }) => line);
  return { text: [...lines.values()].map((line) => line.map(({ sentence }) => sentence).join(' ')).join('\n'), cut };
}
