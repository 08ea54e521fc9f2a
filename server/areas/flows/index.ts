import { type Area, asJob } from '../../http/area.ts';
import { registerAgentData } from '../agents/index.ts';
import { registerFlowOptions, registerTurnClaim } from '../replies/index.ts';
import { toFlow } from './change-flow.ts';
import { deleteFlow, endRuns } from './end-runs.ts';
import { flowEngine } from './engine.ts';
import { intentMatcher } from './match-intents.ts';
import { flowOperations } from './operations.ts';
import { purgeFlows } from './purge.ts';
import { restartRunWaits } from './restart-run-waits.ts';
import { queueScheduled, startScheduledRuns } from './run-schedules.ts';
import { runOperations } from './runs.operations.ts';
import { listFlows } from './store.ts';
import { isTakenByFlow } from './take-turn.ts';
import { watchEvents } from './watch-events.ts';

export { flowEngine } from './engine.ts';
export { intentMatcher } from './match-intents.ts';

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

export const flows: Area = {
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
};
