import { type Area, asJob } from '../../http/area.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AgentData } from '../agents/index.ts';
import { toFlow } from './edit/change-flow.ts';
import { editorOperations } from './edit/editor.operations.ts';
import { listLinkUses } from './list-link-uses.ts';
import { listStoppedFlows } from './list-stopped.ts';
import { listTemplateUses } from './list-template-uses.ts';
import { flowOperations } from './operations.ts';
import { isClaimedByFlow } from './runs/claim-message.ts';
import { deleteFlow, endRuns } from './runs/end-runs.ts';
import { FlowEngine } from './runs/engine.ts';
import { runCopies } from './runs/erase-runs.ts';
import { followConversation, forgetConversation } from './runs/follow-conversation.ts';
import { liveOperations } from './runs/live.operations.ts';
import { flowRetention, purgeFlows } from './runs/purge-flows.ts';
import { restartRunWaits } from './runs/restart-run-waits.ts';
import { runOperations } from './runs/runs.operations.ts';
import { listFlows } from './store.ts';
import { IntentMatcher } from './triggers/match-intents.ts';
import { queueScheduled, startScheduledRuns } from './triggers/start-scheduled-runs.ts';
import { watchEvents } from './triggers/watch-events.ts';
import { versionOperations } from './versions/versions.operations.ts';

export { addReadyMade } from './templates/add-ready-made.ts';

const everything = { includeArchived: true };

const agentData: AgentData = {
  kind: 'flows',
  table: 'flows',
  column: 'ai_agent_id',
  count: async (db, workspaceId, agentId) => (await listFlows(db, workspaceId, agentId, everything)).length,
  async remove(work, agentId) {
    for (const { id } of await listFlows(work.db, work.workspace.id, agentId, everything)) await deleteFlow(work, id);
  },
};

async function listOptions(db: Db, workspaceId: string, agentId: string) {
  const shown = await Promise.all((await listFlows(db, workspaceId, agentId)).map((row) => toFlow(db, row)));
  return shown.map(({ id, name, status, active }) => ({ id, name, status, active }));
}

export const flows = {
  name: 'flows',
  title: 'Flows',
  about: 'Fixed courses of questions and actions that start by themselves.',
  operations: { ...flowOperations, ...runOperations },
  ownerOperations: { ...editorOperations, ...versionOperations, ...liveOperations },
  jobs: [asJob(endRuns), asJob(startScheduledRuns)],
  subscribers: [watchEvents],
  recurring: [
    { name: 'scheduled flows', cron: '* * * * *', run: queueScheduled },
    { name: 'deleted flows', cron: '51 4 * * *', run: purgeFlows },
  ],
  retention: flowRetention,
  waits: [{ restart: restartRunWaits, wake: (platform) => platform.services.flowEngine.lookAnew() }],
  provides: {
    agentData: [agentData],
    turnClaim: [isClaimedByFlow],
    flowOptions: [listOptions],
    linkUses: [listLinkUses],
    templateUses: [listTemplateUses],
    stoppedParts: [listStoppedFlows],
    conversationJoined: [followConversation],
    conversationDeleted: [forgetConversation],
    markedCopies: [runCopies],
  },
  services: (platform) => ({ flowEngine: new FlowEngine(platform), intentMatcher: new IntentMatcher(platform) }),
  async start(platform) {
    platform.services.intentMatcher.start();
    await platform.services.flowEngine.start();
  },
  async stop(platform) {
    await platform.services.intentMatcher.stop();
    await platform.services.flowEngine.stop();
  },
} satisfies Area;
