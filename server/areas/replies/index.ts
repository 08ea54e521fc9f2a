import { sql } from 'kysely';
import type { Area } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
import { type AgentData, findPublishGate } from '../agents/index.ts';
import { uploadCatalogOperations } from './catalog-upload/upload-catalog.operations.ts';
import { isModelHost } from './decide/model/model-hosts.ts';
import { evalOperations, evalOwnerOperations } from './gate/eval.operations.ts';
import { gateQueues } from './gate/gate-queues.ts';
import { replyGate } from './gate/reply-gate.ts';
import { countResults } from './metrics/count-results.ts';
import { replyOperations } from './operations.ts';
import { teachOperations } from './teach/teach.operations.ts';
import { tryOperations } from './try/try.operations.ts';
import { followConversation, forgetConversation } from './turns/follow-conversation.ts';
import { receiveTurns } from './turns/receive-turns.ts';
import { ReplySender } from './turns/reply-sender.ts';
import { restartTurnWaits } from './turns/turns.store.ts';
import { unansweredOperations } from './unanswered/unanswered.operations.ts';
import { questionDays } from './unanswered/unanswered.schemas.ts';

export { countPastReplies } from './metrics/count-past-replies.ts';
export { readAgentDays } from './metrics/read-agent-days.ts';
export type { ReplyDecision } from './reply.ts';
export { answerTurn } from './turns/answer-turn.ts';
export { countUnanswered } from './unanswered/read-groups.ts';

const agentData: AgentData[] = [
  { kind: 'replyTraces', table: 'reply_traces', column: 'agent_id', reassign: true, removeLater: true },
  { kind: 'replyCounters', table: 'reply_counters', column: 'agent_id', removeLater: true },
  { kind: 'unansweredQuestions', table: 'reply_questions', column: 'agent_id', removeLater: true },
];

export const replies = {
  name: 'replies',
  title: 'Replies',
  about: 'How agents answer: settings, traces of replies, and metrics.',
  operations: { ...replyOperations, ...evalOperations, ...uploadCatalogOperations },
  ownerOperations: { ...tryOperations, ...teachOperations, ...unansweredOperations, ...evalOwnerOperations },
  subscribers: [receiveTurns, countResults],
  retention: [
    // Turns are read while they may still be sent, questions while the owner can teach their answers.
    { table: 'reply_turns', by: 'created_at', keepMs: 8 * dayMs, key: ['id'], only: sql`state in ('DONE', 'DROPPED')` },
    { table: 'reply_questions', by: 'asked_at', keepMs: questionDays * dayMs, key: ['id'] },
  ],
  waits: [{ restart: restartTurnWaits, wake: (platform) => platform.services.replySender.wake() }],
  provides: {
    agentData,
    fixedHost: [isModelHost],
    publishGate: [replyGate],
    conversationJoined: [followConversation],
    conversationDeleted: [forgetConversation],
  },
  services: (platform) => ({ replySender: new ReplySender(platform), ...gateQueues() }),
  async start(platform) {
    findPublishGate(platform.provided);
    await platform.services.replySender.start();
  },
  stop: (platform) => platform.services.replySender.stop(),
} satisfies Area;
