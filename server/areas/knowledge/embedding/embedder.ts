import type { Platform } from '../../../platform/platform.ts';
import { findJobByKey } from '../../../platform/work/jobs.ts';
import { queueEmbedding } from './embed-chunks.ts';
import { embedTexts } from './embed-texts.ts';
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
  /** What the owner has chosen, its key never shown; null when passages are found by words alone. */
  embedder: Shown<Embedder> | null;
  /** Whether it answers questions already; until then the one before does. */
  isServing: boolean;
  /** How much of the passages has its vectors, 0 to 100. */
  progress: number;
}

/** What the embedder is, and how far it has got with the passages. */
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
  /** How long two short texts took. */
  durationMs: number;
}

/** Embeds two short texts. Throws, saying why, when the embedder cannot be used. */
export async function testEmbedder(platform: Platform, draft: EmbedderDraft): Promise<EmbedderTest> {
  const startedAt = performance.now();
  const vectors = await embedTexts(platform, withoutDimension(draft, platform.secrets), 'passage', [
    'Entregamos em toda a cidade.',
    'We deliver everywhere in town.',
  ]);
  const dimensions = new Set(vectors.map(({ length }) => length));
  const [dimension = 0] = dimensions;
  if (dimensions.size !== 1) throw new Error('The embedder answered vectors of different lengths');
  return { dimension, durationMs: performance.now() - startedAt };
}

/**
 * Tries the embedder, sets it in place of the one before and queues the vectors of all passages; the one before answers
 * questions until they are made. Throws what `testEmbedder` throws, with nothing changed.
 */
export async function saveEmbedder(platform: Platform, draft: EmbedderDraft): Promise<EmbedderStatus> {
  const { dimension } = await testEmbedder(platform, draft);
  const wanted: Embedder = { ...withoutDimension(draft, platform.secrets), dimension };
  await platform.write(async ({ db, now }) => {
    const { serving } = await readSettings(db);
    const isSame = serving !== null && modelId(serving) === modelId(wanted);
    await writeSettings(db, { wanted, serving: isSame ? wanted : serving });
    await queueEmbedding({ db, now }, wanted);
  });
  return readEmbedder(platform);
}

/** Uses no embedder any more: passages are found by words alone from now on, and their vectors are removed. */
export async function clearEmbedder(platform: Platform): Promise<void> {
  await platform.write(async ({ db, now }) => {
    await writeSettings(db, { wanted: null, serving: null });
    await queueEmbedding({ db, now }, null);
  });
}
