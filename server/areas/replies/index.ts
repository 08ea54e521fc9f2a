import type { Area } from '../../http/area.ts';
import {
  assertPublishGate,
  countRows,
  deleteRows,
  moveRows,
  registerAgentData,
  setPublishGate,
} from '../agents/index.ts';
import { uploadCatalogOperations } from './catalog-upload/upload-catalog.operations.ts';
import { evalOperations } from './gate/eval.operations.ts';
import { replyGate } from './gate/run-gate.ts';
import { countResults } from './metrics/count-results.ts';
import { replyOperations } from './operations.ts';
import { forgetTurns } from './turns/forget-turns.ts';
import { receiveTurns } from './turns/receive-turns.ts';
import { replySender } from './turns/reply-sender.ts';
import { restartTurnWaits } from './turns/turns.store.ts';

export { type FlowOption, registerFlowOptions } from './flow-options.ts';
export type { ReplyDecision } from './reply.ts';
export { answerTurn } from './turns/answer-turn.ts';
export { replySender } from './turns/reply-sender.ts';
export { registerTurnClaim } from './turns/turn-claims.ts';

registerAgentData({
  kind: 'replyTraces',
  table: 'reply_traces',
  count: countRows('reply_traces', 'agent_id'),
  reassign: moveRows('reply_traces', 'agent_id'),
  remove: deleteRows('reply_traces', 'agent_id'),
});
registerAgentData({
  kind: 'replyCounters',
  table: 'reply_counters',
  count: countRows('reply_counters', 'agent_id'),
  remove: deleteRows('reply_counters', 'agent_id'),
});
registerAgentData({
  kind: 'unansweredQuestions',
  table: 'reply_questions',
  count: countRows('reply_questions', 'agent_id'),
  remove: deleteRows('reply_questions', 'agent_id'),
});

setPublishGate(replyGate);

export const replies = {
  name: 'replies',
  title: 'Replies',
  operations: { ...replyOperations, ...evalOperations, ...uploadCatalogOperations },
  subscribers: [receiveTurns, countResults],
  recurring: [{ name: 'forget turns', cron: '23 4 * * *', run: forgetTurns }],
  waits: [{ restart: restartTurnWaits, wake: (platform) => replySender(platform).wake() }],
  async start(platform) {
    assertPublishGate();
    await replySender(platform).start();
  },
  stop: (platform) => replySender(platform).stop(),
} satisfies Area;
