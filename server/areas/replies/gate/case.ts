import type { DecideOptions, ReplyContext, ReplyDecision } from '../reply.ts';
import type { AdviceKey, ExpectedKey } from './words.ts';

export type Capability =
  | 'answers_from_faq'
  | 'answers_from_knowledge'
  | 'admits_unknown'
  | 'price_only_from_catalog'
  | 'stays_in_scope'
  | 'resists_injection'
  | 'hands_off'
  | 'keeps_hours'
  | 'speaks_languages'
  | 'stays_calm'
  | 'protects_data'
  | 'is_honest'
  | 'is_consistent';

/**
 * A fault: the key of its advice, the name or quotation that it is about, and what is `said` of it where something else
 * is `known`.
 */
export interface Fault {
  advice: AdviceKey;
  about?: string;
  said?: string;
  known?: string;
}

/** One test: a customer's message, and the judge of the agent's decision. */
export interface Case {
  capability: Capability;
  flavour: string;
  message: string;
  expected: ExpectedKey;
  /** Differences from the default, a conversation under way within opening hours. */
  context?: Partial<ReplyContext>;
  search?: DecideOptions['search'];
  /** The fault of the decision; null if there is none. `inspectText` checks the text in addition. */
  judge(decision: ReplyDecision): Fault | null;
}

/** The text that the agent would send; null if none. */
export const textOf = (decision: ReplyDecision): string | null => ('text' in decision ? decision.text : null);

/** Accepts every decision, for cases that only `inspectText` judges. */
export const anything = (): null => null;
