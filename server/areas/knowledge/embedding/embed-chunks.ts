import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { asJob } from '../../../http/area.ts';
import { listWorkspaces } from '../../../platform/access/workspaces.ts';
import { hourMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cancelJob, defineJob, insertJob } from '../../../platform/work/jobs.ts';
import type { Recurring } from '../../../platform/work/scheduler.ts';
import { rowOf } from '../passages/chunks.store.ts';
import { embedTexts, textsPerCall } from './embed-texts.ts';
import { type Embedder, modelId, readSettings, writeSettings } from './embedder.settings.ts';
import { countChunks, deleteOtherVectors, findUnembedded, insertVectors } from './vectors.store.ts';

const vectorsPerTransaction = 32;
const longestRunMs = 12 * hourMs;

/**
 * Gives the chunks of one segment their vectors, where an embedder serves. Its failure is not the source's: the chunks
 * are found by their words until the hourly look for missing vectors has filled them in.
 */
export async function embedSegment(
  platform: Platform,
  workspaceId: string,
  segment: number,
  onShare: (share: number) => Promise<void>,
): Promise<void> {
  const { serving } = await readSettings(platform.database.read);
  if (!serving) return;
  try {
    await embedMissing(platform, workspaceId, serving, { segment, onShare });
  } catch (error) {
    platform.log.warn({ err: error, segment }, 'chunks have no vectors yet and are found by their words');
  }
}

async function embedMissing(
  platform: Platform,
  workspaceId: string,
  embedder: Embedder,
  options: { segment?: number; signal?: AbortSignal; onShare(share: number): Promise<void> },
): Promise<void> {
  const model = modelId(embedder);
  const { read } = platform.database;
  const total = await countChunks(read, workspaceId);
  let after = options.segment === undefined ? -1 : rowOf(options.segment, 0) - 1;
  for (let done = 0; ; ) {
    options.signal?.throwIfAborted();
    const segment = options.segment === undefined ? {} : { segment: options.segment };
    const rows = await findUnembedded(read, workspaceId, model, { after, ...segment, limit: textsPerCall });
    if (rows.length === 0) return;
    const texts = rows.map((row) => [...JSON.parse(row.heading_path), row.text].join('\n'));
    const vectors = await embedTexts(platform, embedder, 'passage', texts);
    const entries = rows.map(({ row }, index) => ({ row, vector: vectors[index] as Float32Array }));
    await platform.write(({ db }) => insertVectors(db, workspaceId, model, entries));
    after = rows.at(-1)?.row ?? after;
    done += rows.length;
    await options.onShare(Math.min(1, done / total));
    await nextTurn();
  }
}

/**
 * Gives every chunk its vector of the wanted embedder, lets that serve, and removes the vectors of the one before. A
 * repeat goes on where the last attempt stopped.
 */
const embedJob = defineJob({
  name: 'knowledge.embed',
  input: z.object({ model: z.string() }),
  timeoutMs: longestRunMs,
  forgetWhenDone: true,
  async run({ platform, input, signal, progress }) {
    const { read } = platform.database;
    const workspaces = await listWorkspaces(read);
    const { wanted } = await readSettings(read);
    // Another choice was made since.
    if (!wanted || modelId(wanted) !== input.model) return;
    for (const [index, { id }] of workspaces.entries()) {
      const onShare = (share: number) => progress(((index + share) / workspaces.length) * 100);
      await embedMissing(platform, id, wanted, { signal, onShare });
    }
    await platform.write(async ({ db }) => {
      const settings = await readSettings(db);
      if (settings.wanted && modelId(settings.wanted) === input.model) {
        await writeSettings(db, { wanted: settings.wanted, serving: settings.wanted });
      }
    });
    await removeOtherVectors(platform, signal);
  },
});

/** Removes the vectors of embedders that neither serve nor are wanted. */
async function removeOtherVectors(platform: Platform, signal: AbortSignal): Promise<void> {
  for (const { id } of await listWorkspaces(platform.database.read)) {
    let removed = 0;
    do {
      signal.throwIfAborted();
      removed = await platform.write(async ({ db }) => {
        const { wanted, serving } = await readSettings(db);
        const kept = [wanted, serving].flatMap((embedder) => (embedder ? [modelId(embedder)] : []));
        return deleteOtherVectors(db, id, kept, vectorsPerTransaction);
      });
      await nextTurn();
    } while (removed > 0);
  }
}

const cleanJob = defineJob({
  name: 'knowledge.forget-vectors',
  input: z.object({}),
  forgetWhenDone: true,
  run: ({ platform, signal }) => removeOtherVectors(platform, signal),
});

/** Queues the vectors that are missing or too many, in the transaction that changed the settings. */
export async function queueEmbedding(work: Parameters<typeof insertJob>[0], wanted: Embedder | null): Promise<void> {
  if (!wanted) return insertJob(work, null, cleanJob, {}, { key: 'knowledge.forget-vectors' });
  const model = modelId(wanted);
  // One that was given up would stand in the way of its repeat.
  await cancelJob(work.db, `knowledge.embed:${model}`);
  await insertJob(work, null, embedJob, { model }, { key: `knowledge.embed:${model}` });
}

export const embedJobs = [asJob(embedJob), asJob(cleanJob)];

/** Vectors that an embedder out of reach has left out are made when it is back. */
export const embedRecurring: Recurring[] = [
  {
    name: 'knowledge vectors',
    cron: '23 * * * *',
    async run(platform) {
      await platform.write(async ({ db, now }) => {
        const { wanted } = await readSettings(db);
        if (wanted) await queueEmbedding({ db, now }, wanted);
      });
    },
  },
];
