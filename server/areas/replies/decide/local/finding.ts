import type { Platform } from '../../../../platform/platform.ts';
import type { DecideOptions, HandoffReason, ReplyContext, ReplyTrace } from '../../reply.ts';
import type { Phrases } from './phrases.schemas.ts';

/** A finding of the engine, before greeting or closing message are prepended. */
export type Finding =
  | { kind: 'answer'; text: string; sources: ReplyTrace['sources'] }
  /** A greeting by the customer. */
  | { kind: 'hello' }
  | { kind: 'miss'; text: string | null }
  | { kind: 'handoff'; reason: HandoffReason };

/** What a finding is looked for in. */
export interface Search {
  platform: Platform;
  context: ReplyContext;
  /** The words of the customer's message, folded. */
  words: string[];
  say: Phrases;
  /** The engine adds what it understood and how sure it is. */
  trace: ReplyTrace;
  options: DecideOptions;
}

export const answer = (text: string, sources: ReplyTrace['sources'] = []): Finding => ({
  kind: 'answer',
  text,
  sources,
});
