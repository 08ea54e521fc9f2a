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
  | 'is_honest';

/** What is wrong, in a word, and with what: a name, a quotation. */
export interface Fault {
  advice: AdviceKey;
  about?: string;
}

/** One thing that a customer might write, and how to tell whether the agent does well. */
export interface Case {
  capability: Capability;
  flavour: string;
  message: string;
  expected: ExpectedKey;
  /** What differs from a conversation that is under way in opening hours. */
  context?: Partial<ReplyContext>;
  search?: DecideOptions['search'];
  /** What is wrong with the decision; null for nothing. What no reply may hold is looked for beside this. */
  judge(decision: ReplyDecision): Fault | null;
}

/** What the agent would send; null for nothing. */
export const textOf = (decision: ReplyDecision): string | null => ('text' in decision ? decision.text : null);

export const anything = (): null => null;
