import type { Platform } from '../../../platform/platform.ts';
import { findJobByKey } from '../../../platform/work/jobs.ts';
import { queueEmbedding } from './embed-chunks.ts';
import { embedTexts, forgetFailures } from './embed-texts.ts';
import {
  type Embedder,
  type EmbedderDraft,
  modelId,
  readSettings,
  withoutDimension,
  writeSettings,
} from './embedder.settings.ts';

type Shown<Each> = Each extends { sealedKey: string | null } ? Omit<Each, 'sealedKey'> & { hasKey: boolean } : Each;

export interface EmbedderStatus {
  /** The chosen embedder without its key; null if passages are found by words alone. */
  embedder: Shown<Embedder> | null;
  /** Whether it embeds questions yet; until then the previous one does. */
  isServing: boolean;
  /** Percentage of passages that have a vector, 0 to 100. */
  progress: number;
}

/** The current embedder and its progress over the passages. */
export async function readEmbedder(platform: Platform): Promise<EmbedderStatus> {
  const { wanted, serving } = await readSettings(platform.database.read);
  if (!wanted) return { embedder: null, isServing: false, progress: 0 };
  const isServing = serving !== null && modelId(serving) === modelId(wanted);
  return { embedder: show(wanted), isServing, progress: isServing ? 100 : await readProgress(platform, wanted) };
}

async function readProgress({ database }: Platform, wanted: Embedder): Promise<number> {
  const job = await findJobByKey(database.read, `knowledge.embed:${modelId(wanted)}`);
  return job?.progress ?? 0;
}

function show(embedder: Embedder): Shown<Embedder> {
  if (embedder.kind === 'local') return embedder;
  const { sealedKey, ...rest } = embedder;
  return { ...rest, hasKey: sealedKey !== null };
}

export interface EmbedderTest {
  dimension: number;
  /** Duration for two short texts. */
  durationMs: number;
}

/** Embeds two short texts. Throws with the reason if the embedder cannot be used. */
export async function testEmbedder(platform: Platform, draft: EmbedderDraft): Promise<EmbedderTest> {
  const startedAt = performance.now();
  const vectors = await embedTexts(platform, withoutDimension(draft, platform.secrets), 'passage', [
    'Entregamos em toda a cidade.',
    'We deliver everywhere in town.',
  ]);
  const dimensions = new Set(vectors.map(({ length }) => length));
  const [dimension = 0] = dimensions;
  if (dimensions.size !== 1) throw new Error('The embedder returned vectors of different lengths');
  return { dimension, durationMs: performance.now() - startedAt };
}

/**
 * Tests the embedder, stores it as wanted and enqueues the vectors of all passages. The previous embedder serves until
 * they exist. Throws what `testEmbedder` throws; then nothing has changed.
 */
export async function saveEmbedder(platform: Platform, draft: EmbedderDraft): Promise<EmbedderStatus> {
  const { dimension } = await testEmbedder(platform, draft);
  const wanted: Embedder = { ...withoutDimension(draft, platform.secrets), dimension };
  await platform.write(async ({ db, now }) => {
    const { serving } = await readSettings(db);
    const isSame = serving !== null && modelId(serving) === modelId(wanted);
    await writeSettings(db, { wanted, serving: isSame ? wanted : serving });
    await forgetFailures(db);
    await queueEmbedding({ db, now }, wanted);
  });
  return readEmbedder(platform);
}

/** Removes the embedder and, by a job, its vectors. Passages are then found by words alone. */
export async function clearEmbedder(platform: Platform): Promise<void> {
  await platform.write(async ({ db, now }) => {
    await writeSettings(db, { wanted: null, serving: null });
    await forgetFailures(db);
    await queueEmbedding({ db, now }, null);
  });
}
