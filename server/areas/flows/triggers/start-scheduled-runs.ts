import { z } from 'zod';
import { findWorkspace } from '../../../platform/access/workspaces.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { latestMoment } from '../../../platform/work/cron.ts';
import { defineJob, insertJob } from '../../../platform/work/jobs.ts';
import { systemActor } from '../../../platform/work/work.ts';
import { findTagId, listTaggedPeople } from '../../contacts/index.ts';
import { startOrQueue } from '../runs/start-run.ts';
import { findFlow, flowsOnSchedule, triggerOf, updateFlow } from '../store.ts';

/** A moment that was missed, for instance during sleep, is made up for if it is no older than this. */
const farthestLookBackMs = 60 * minuteMs;
const batchSize = 50;

/** Starts a scheduled flow for the contacts of its tags, in short transactions and across restarts. */
export const startScheduledRuns = defineJob({
  name: 'start a scheduled flow',
  input: z.object({ flowId: z.string(), moment: z.string() }),
  async run({ platform, workspaceId, input: { flowId, moment }, signal }) {
    for (let after = 0; !signal.aborted; ) {
      const last = await platform.workFor(workspaceId ?? '', systemActor, async (work) => {
        const flow = await findFlow(work.db, work.workspace.id, flowId);
        const trigger = flow && triggerOf(flow);
        if (flow?.is_on !== 1 || trigger?.type !== 'schedule') return null;
        const tagIds: number[] = [];
        for (const tag of trigger.tags) tagIds.push((await findTagId(work.db, work.workspace.id, tag)) ?? 0);
        const people = await listTaggedPeople(work.db, work.workspace.id, tagIds, { after, limit: batchSize });
        for (const person of people) {
          if (person.conversation_id === null) continue;
          await startOrQueue(work, flow, {
            conversationId: person.conversation_id,
            triggerKey: `schedule:${moment}:${person.id}`,
            variables: {},
            depth: 1,
          });
        }
        return people.length === batchSize ? (people.at(-1)?.seq ?? null) : null;
      });
      if (last === null) return;
      after = last;
    }
    throw new Error('The server stops; the remaining contacts follow at the next start');
  },
});

/** Enqueues the flows that came due since the last check; several missed moments count as one. */
export async function queueScheduled(platform: Platform): Promise<void> {
  const nowMs = platform.clock.now().getTime();
  for (const flow of await flowsOnSchedule(platform.database.read)) {
    const workspace = await findWorkspace(platform.database.read, flow.workspace_id);
    const trigger = triggerOf(flow);
    if (!workspace || trigger.type !== 'schedule') continue;
    const fromMs = Math.max(Date.parse(flow.schedule_seen_at ?? flow.updated_at), nowMs - farthestLookBackMs);
    const momentMs = latestMoment(trigger.cron, workspace.timezone, fromMs, nowMs);
    await platform.write(async ({ db, now }) => {
      await updateFlow(db, workspace.id, flow.id, { schedule_seen_at: now });
      if (momentMs === null) return;
      const moment = new Date(momentMs).toISOString();
      const key = `flow:${flow.id}:${moment}`;
      await insertJob({ db, now }, workspace.id, startScheduledRuns, { flowId: flow.id, moment }, { key });
    });
  }
}
