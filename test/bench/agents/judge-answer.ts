import type { MessageInSet } from '../../agents/set.ts';
import { findInvented, fold } from './find-invented.ts';

/** What `POST /owner/agents/{id}/try` returns, as far as it is judged. */
export interface Tried {
  kind: 'reply' | 'fallback' | 'out_of_hours' | 'handoff' | 'silent';
  text: string | null;
  isMiss: boolean;
  toldClosed: boolean;
  trace: {
    language: string;
    sources: { kind: string; id: string | null; title: string; score: number }[];
    scores: Record<string, number>;
    understood: object[];
  };
}

export const verdicts = ['right', 'incomplete', 'off_topic', 'fell_back', 'handed_over', 'answered'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judgement {
  verdict: Verdict;
  /** Numbers, links and addresses that stand nowhere in what the shop or the customer wrote. */
  invented: string[];
  isWrongLanguage: boolean;
}

export interface Asked {
  message: MessageInSet;
  /** The language in which the shop replies if the message does not say another. */
  shopLanguage: string;
  greeting: string;
  /** All that the shop tells and the customer wrote so far. */
  told: string;
  /** When the message is written (UTC text). */
  now: string;
}

/** Whether a wording stands in a folded text; a number only as a whole ("45" in "45,00" but not in "145" or "45,50"). */
export function contains(folded: string, wording: string): boolean {
  const sought = fold(wording);
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + 1)) {
    const before = folded.slice(Math.max(0, at - 2), at);
    const after = folded.slice(at + sought.length);
    const startsInside = /^\d/.test(sought) && /\d[.,]?$/.test(before);
    const endsInside = /\d$/.test(sought) && /^(\d|[.,]\d)/.test(after) && !/^[.,]00(?!\d)/.test(after);
    if (!startsInside && !endsInside) return true;
  }
  return false;
}

function judgeAnswerable(message: MessageInSet, { kind, isMiss }: Tried, text: string, isSourced: boolean): Verdict {
  if (message.must.length === 0) throw new Error(`${message.id}: an answerable message has no fact to look for`);
  const found = message.must.filter((wordings) => wordings.some((wording) => contains(text, wording))).length;
  const isMisleading = message.mustNot.some((wording) => contains(text, wording));
  if (found === message.must.length && !isMisleading) return 'right';
  const fellBack =
    isMiss || ['fallback', 'handoff', 'silent'].includes(kind) || (kind === 'out_of_hours' && !isSourced);
  if (fellBack) return 'fell_back';
  return found > 0 && !isMisleading ? 'incomplete' : 'off_topic';
}

export function judgeAnswer(asked: Asked, tried: Tried): Judgement {
  const { message } = asked;
  // The greeting is said once whatever was asked; it neither answers nor misleads.
  const text = (tried.text ?? '').replace(asked.greeting, '');
  const sources = tried.trace.sources.filter(({ kind }) => kind !== 'greeting');
  const judgeUnanswerable = (): Verdict =>
    tried.isMiss || tried.kind === 'handoff' || sources.length === 0 ? 'handed_over' : 'answered';
  return {
    verdict: message.answerable ? judgeAnswerable(message, tried, fold(text), sources.length > 0) : judgeUnanswerable(),
    invented: findInvented(text, asked.told, asked.now),
    isWrongLanguage: text !== '' && tried.trace.language !== (message.language ?? asked.shopLanguage),
  };
}
