import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Agent, CatalogItem } from '../agents/index.ts';
import type { Message } from '../inbox/index.ts';
import type { KnowledgeAnswer, KnowledgeQuery } from '../knowledge/index.ts';
import type { ReplyTrace } from './trace.schemas.ts';

export type { ReplyTrace } from './trace.schemas.ts';

export interface PastLine {
  author: Message['author'];
  text: string;
  /** UTC. */
  at: string;
}

/** All that a reply is decided from. */
export interface ReplyContext {
  workspace: Workspace;
  agent: Agent;
  /** Those for sale and those that are not, in their order. */
  items: CatalogItem[];
  contact: { name: string | null; phone: string };
  /** Before `text`, oldest first. */
  history: PastLine[];
  /** What the customer wrote; messages that came together are lines of it. */
  text: string;
  /** The agent has not spoken in this conversation: it greets. */
  isFirstReply: boolean;
  /** Questions in a row that it could not answer, before this one. */
  missesInARow: number;
  /** Replies of the agent in this conversation during the last hour. */
  repliesInLastHour: number;
  /** The out-of-hours message has been sent since the shop closed. */
  hasToldClosed: boolean;
  /** UTC. */
  now: string;
}

/** What a model wants done; values are as its tool takes them. */
export interface ToolUse {
  tool: 'create_lead' | 'create_order' | 'book_appointment' | 'hand_off';
  input: Record<string, unknown>;
}

/** Why a person is called; in capitals it is the conversation's `handoffType`. */
export type HandoffReason =
  | 'asked'
  | 'keyword'
  | 'rule'
  | 'misses'
  | 'reply_limit'
  | 'order'
  | 'booking'
  | 'model'
  | 'failed';

export type ReplyDecision = (
  | { kind: 'reply'; text: string }
  | { kind: 'fallback'; text: string }
  | { kind: 'out_of_hours'; text: string }
  | { kind: 'handoff'; text: string | null; reason: HandoffReason; summary: string }
  | { kind: 'silent'; reason: string }
) & {
  trace: ReplyTrace;
  /** What a model wants done; it is done in the transaction that stores the reply. */
  usedTools?: ToolUse[];
};

/** Nothing was decided. */
export const emptyTrace: ReplyTrace = {
  ...{ engine: 'local', fellBack: false, language: 'pt' },
  ...{ sources: [], scores: {}, tokens: null, milliseconds: 0 },
};

export interface DecideOptions {
  /** `local` leaves a configured model alone: no network. */
  engine?: 'local';
  /** In place of the stored knowledge: how a test plants a source. */
  search?: (query: KnowledgeQuery) => Promise<KnowledgeAnswer>;
}
