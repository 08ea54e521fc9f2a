import { type Area, asJob } from '../../http/area.ts';
import { registerAgentData } from '../agents/index.ts';
import { registerFlowOptions, registerTurnClaim } from '../replies/index.ts';
import { toFlow } from './edit/change-flow.ts';
import { flowOperations } from './operations.ts';
import { deleteFlow, endRuns } from './runs/end-runs.ts';
import { flowEngine } from './runs/engine.ts';
import { purgeFlows } from './runs/purge.ts';
import { restartRunWaits } from './runs/restart-run-waits.ts';
import { runOperations } from './runs/runs.operations.ts';
import { isTakenByFlow } from './runs/take-turn.ts';
import { listFlows } from './store.ts';
import { intentMatcher } from './triggers/match-intents.ts';
import { queueScheduled, startScheduledRuns } from './triggers/run-schedules.ts';
import { watchEvents } from './triggers/watch-events.ts';

export { flowEngine } from './runs/engine.ts';
export { intentMatcher } from './triggers/match-intents.ts';

const everything = { includeArchived: true };

registerAgentData({
  kind: 'flows',
  table: 'flows',
  count: async (db, workspaceId, agentId) => (await listFlows(db, workspaceId, agentId, everything)).length,
  async remove(work, agentId) {
    for (const { id } of await listFlows(work.db, work.workspace.id, agentId, everything)) await deleteFlow(work, id);
  },
});
registerTurnClaim(isTakenByFlow);
registerFlowOptions(async (db, workspaceId, agentId) => {
  const shown = await Promise.all((await listFlows(db, workspaceId, agentId)).map((row) => toFlow(db, row)));
  return shown.map(({ id, name, status, active }) => ({ id, name, status, active }));
});

export const flows = {
  name: 'flows',
  title: 'Flows',
  operations: { ...flowOperations, ...runOperations },
  jobs: [asJob(endRuns), asJob(startScheduledRuns)],
  subscribers: [watchEvents],
  recurring: [
    { name: 'scheduled flows', cron: '* * * * *', run: queueScheduled },
    { name: 'old flow runs', cron: '51 4 * * *', run: purgeFlows },
  ],
  waits: [{ restart: restartRunWaits, wake: (platform) => flowEngine(platform).lookAnew() }],
  async start(platform) {
    intentMatcher(platform).start();
    await flowEngine(platform).start();
  },
  async stop(platform) {
    await intentMatcher(platform).stop();
    await flowEngine(platform).stop();
  },
} satisfies Area;
