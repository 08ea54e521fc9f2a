import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { cancelJob, defineJob, findJobByKey } from '../../platform/work/jobs.ts';
import type { Work } from '../../platform/work/work.ts';
import { applyHeld, readHeld } from './apply-held.ts';

/** Reports of one moment are answered by one read. */
const gatherMs = 100;
/** The waits double from one second: some 17 minutes. */
const mostAttempts = 10;

/** Reads a channel's templates from the vendor after a report that does not say what a template is now. */
export const readTemplates = defineJob({
  name: 'read templates',
  input: z.object({ channelId: z.string() }),
  maxAttempts: mostAttempts,
  forgetWhenDone: true,
  async run({ platform, workspaceId, input }) {
    const place = { workspace_id: workspaceId as string, channel_id: input.channelId };
    try {
      const held = await readHeld(platform, place);
      return async ({ db, now }) => {
        const { isWhole } = await applyHeld(db, place, held, now);
        if (!isWhole) throw new Error('A template was changed while the vendor was asked');
      };
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      platform.log.warn({ channel: input.channelId, err: error }, 'templates could not be read from the vendor');
    }
  },
});

/** Queues a read that begins after this moment. A running read may have asked the vendor before it. */
export async function readSoon(work: Work, channelId: string): Promise<void> {
  const runAt = new Date(Date.parse(work.now) + gatherMs);
  for (const turn of ['first', 'second']) {
    const key = `read templates:${channelId}:${turn}`;
    const present = await findJobByKey(work.db, key);
    if (present?.status === 'RUNNING') continue;
    if (present?.status === 'PENDING' && present.runAt <= runAt.toISOString()) return;
    // It has failed, or waits for its next attempt: the vendor can be reached now.
    await cancelJob(work.db, key);
    await work.enqueue(readTemplates, { channelId }, { key, runAt });
    return;
  }
}
