import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Agent, CatalogItem } from '../agents/index.ts';
import type { Message } from '../inbox/index.ts';
import type { KnowledgeAnswer, KnowledgeQuery, OwnMatter } from '../knowledge/index.ts';
import type { Proposal } from './decide/proposals/proposal.schemas.ts';
import type { ReplyTrace } from './trace.schemas.ts';

export type { ReplyTrace } from './trace.schemas.ts';

export interface PastLine {
  author: Message['author'];
  text: string;
  /** UTC text. */
  at: string;
}

/** A customer's appointments that have not ended, soonest first, and her open orders. */
export interface Booked {
  appointments: { title: string; startTime: string }[];
  /** Their numbers. */
  orders: number[];
}

/** The input of a decision. */
export interface ReplyContext {
  workspace: Workspace;
  agent: Agent;
  /** Active and inactive items, in catalog order. */
  items: CatalogItem[];
  /** `phone` is null while the vendor hides it. */
  contact: { name: string | null; phone: string | null };
  /** Missing for a customer whom no shop has. */
  booked?: Booked;
  /** Lines before `text`, oldest first. */
  history: PastLine[];
  /** The customer's message; several messages of one turn are joined by line breaks. */
  text: string;
  /** Whether the agent has not replied in this conversation yet, so that it greets. */
  isFirstReply: boolean;
  /** Consecutive unanswered questions before this one. */
  missesInARow: number;
  /** Replies of the agent in this conversation during the last hour. */
  repliesInLastHour: number;
  /** Whether the out-of-hours message was sent since the shop closed. */
  hasToldClosed: boolean;
  /** What waits for the customer's yes. */
  proposal?: Proposal | null;
  /** UTC text. */
  now: string;
}

/** A tool call of the model; `input` has the shape of the tool's schema. */
export interface ToolUse {
  tool: 'create_lead' | 'create_order' | 'book_appointment' | 'ask_for_number' | 'hand_off';
  input: Record<string, unknown>;
}

/** Reason of a handoff; in upper case it becomes the conversation's `handoffType`. */
export type HandoffReason =
  | 'asked'
  | 'keyword'
  | 'rule'
  | 'misses'
  | 'reply_limit'
  | 'order'
  | 'booking'
  | 'model'
  | 'failed'
  | 'send_failed'
  | 'late_arrival'
  | OwnMatter;

export type ReplyDecision =
  /** `request` asks for the number by the vendor's own request. */
  (
    | { kind: 'reply'; text: string; request?: 'contactInfo' }
    | { kind: 'fallback'; text: string }
    | { kind: 'out_of_hours'; text: string }
    | { kind: 'handoff'; text: string | null; reason: HandoffReason; summary: string }
    | { kind: 'silent'; reason: string }
  ) & {
    trace: ReplyTrace;
    /** Tool calls; performed in the transaction that stores the reply. */
    usedTools?: ToolUse[];
    /** The proposal that waits for a yes of the customer from now on. */
    proposes?: Proposal | null;
    /** The proposal that the customer confirmed; the reply states that it is done. */
    confirms?: Proposal;
  };

/** The trace of a turn without a decision. */
export const emptyTrace: ReplyTrace = {
  ...{ engine: 'local', fellBack: false, language: 'pt' },
  ...{ sources: [], scores: {}, understood: [], cut: [], tokens: null, milliseconds: 0 },
};

export interface DecideOptions {
  /** `local` ignores a configured model and uses no network. */
  engine?: 'local';
  /** Replaces the search of the stored knowledge, so that a gate case can plant a source. */
  search?: (query: KnowledgeQuery) => Promise<KnowledgeAnswer>;
}
