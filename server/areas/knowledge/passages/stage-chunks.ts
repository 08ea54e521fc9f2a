import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { asJob } from '../../../http/area.ts';
import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob, insertJob } from '../../../platform/work/jobs.ts';
import type { Work } from '../../../platform/work/work.ts';
import { embedSegment } from '../embedding/embed-chunks.ts';
import { readCodes, readWords, toIndexWords } from '../language/analyse-text.ts';
import type { Language } from '../language/detect-language.ts';
import type { Chunk } from './chunk-document.ts';
import {
  type ChunkRow,
  changeSegments,
  deleteChunks,
  deleteSegment,
  insertChunks,
  insertSegment,
  listSegments,
  rowOf,
  sweepChunks,
} from './chunks.store.ts';
import { addWords, isVocabulary, pruneWords } from './vocabulary.store.ts';

export interface StagedSource {
  id: string;
  workspaceId: string;
  /** Whose stems the chunks get; null when it is not known. */
  language: Language | null;
  title: string;
}

/** Few enough that nothing else waits long for the transaction. */
const chunksPerTransaction = 12;
const wordsPerPrune = 100;
const pruneDelayMs = minuteMs;
/** What indexing takes of the progress where vectors are made too. */
const indexedPercent = 50;

/**
 * Writes a source's new chunks beside those that are found now, in short transactions. They are not found before
 * `swapChunks`. What an interrupted attempt has left is thrown away. `onProgress` is told 0 to 100.
 */
export async function stageChunks(
  platform: Platform,
  source: StagedSource,
  generation: string,
  chunks: Chunk[],
  onProgress: (percent: number) => Promise<void>,
): Promise<void> {
  const { workspaceId, language } = source;
  const segment = await platform.write(async ({ db, now }) => {
    const segments = await listSegments(db, workspaceId, source.id);
    await discard(db, now, workspaceId, toNumbers(segments.filter(({ state }) => state === 'STAGED')));
    return insertSegment(db, {
      workspace_id: workspaceId,
      source_id: source.id,
      generation,
      language,
      title: source.title,
      created_at: now,
    });
  });
  const title = toIndexWords(source.title, language);
  const known = new Set<string>();
  for (let at = 0; at < chunks.length; at += chunksPerTransaction) {
    const batch = chunks.slice(at, at + chunksPerTransaction);
    const rows = batch.map((chunk) => toRow(segment, chunk, title, language));
    const words = readNewWords([source.title, ...batch.flatMap((chunk) => [...chunk.headingPath, chunk.text])], known);
    await platform.write(async ({ db }) => {
      // Whoever deletes the source takes the segment away, and what came after would belong to nobody.
      const segments = await listSegments(db, workspaceId, source.id);
      if (!toNumbers(segments).includes(segment)) throw new Error(`${source.id} is no longer to be indexed`);
      await insertChunks(db, { workspaceId, sourceId: source.id }, rows);
    });
    await nextTurn();
    await platform.write(({ db }) => addWords(db, workspaceId, words));
    await onProgress(((at + batch.length) / chunks.length) * indexedPercent);
  }
  await platform.write(({ db }) => changeSegments(db, workspaceId, [segment], { chunk_count: chunks.length }));
  await embedSegment(platform, workspaceId, segment, (share) =>
    onProgress(indexedPercent + share * (100 - indexedPercent)),
  );
  await onProgress(100);
}

function toRow(segment: number, chunk: Chunk, title: string, language: Language | null): ChunkRow {
  const headings = toIndexWords(chunk.headingPath.join(' '), language);
  const body = toIndexWords(chunk.text, language);
  return { row: rowOf(segment, chunk.position), id: newId('kch'), chunk, words: { title, headings, body } };
}

/** The words of the texts that are not in `known`, which they are added to. */
function readNewWords(texts: string[], known: Set<string>): string[] {
  const words: string[] = [];
  for (const { folded } of texts.flatMap((text) => [...readWords(text), ...readCodes(text)])) {
    if (known.has(folded) || !isVocabulary(folded)) continue;
    known.add(folded);
    words.push(folded);
  }
  return words;
}

/**
 * Lets the chunks of one generation be found, all at once, and no others of the source: what was found before and what
 * else is staged goes. Throws when there is no such generation.
 */
export async function swapChunks(work: Work, sourceId: string, generation: string): Promise<void> {
  const { db, now, workspace } = work;
  const segments = await listSegments(db, workspace.id, sourceId);
  const shown = segments.find((segment) => segment.generation === generation && segment.state !== 'DROPPED');
  if (!shown) throw new Error(`Nothing is staged for ${sourceId}`);
  const others = segments.filter(({ number, state }) => number !== shown.number && state !== 'DROPPED');
  await discard(db, now, workspace.id, toNumbers(others));
  await changeSegments(db, workspace.id, [shown.number], { state: 'LIVE' });
}

/** Lets a source's chunks be found or not, without touching them. */
export async function setSearchable(work: Work, sourceId: string, searchable: boolean): Promise<void> {
  const { db, workspace } = work;
  const segments = toNumbers(await listSegments(db, workspace.id, sourceId));
  if (segments.length > 0) await changeSegments(db, workspace.id, segments, { searchable: searchable ? 1 : 0 });
}

const toNumbers = (segments: { number: number }[]): number[] => segments.map(({ number }) => number);

/** Removes everything of a source, staged or found: nothing of it is cited from this transaction on. */
export async function dropChunks(work: Work, sourceId: string): Promise<void> {
  const { db, now, workspace } = work;
  for (const segment of toNumbers(await listSegments(db, workspace.id, sourceId))) {
    await deleteChunks(db, workspace.id, segment);
    await deleteSegment(db, workspace.id, segment);
    await queueSweep(db, now, workspace.id, segment);
  }
}

/** Lets segments be found no more; a job removes them in small steps. */
async function discard(db: Db, now: string, workspaceId: string, segments: number[]): Promise<void> {
  if (segments.length === 0) return;
  await changeSegments(db, workspaceId, segments, { state: 'DROPPED' });
  for (const segment of segments) await queueSweep(db, now, workspaceId, segment);
}

const queueSweep = (db: Db, now: string, workspaceId: string, segment: number): Promise<void> =>
  insertJob({ db, now }, workspaceId, sweepJob, { segment }, { key: `knowledge.sweep:${segment}` });

/** Once for many removals that come together. */
async function queuePrune(db: Db, now: string, workspaceId: string): Promise<void> {
  const runAt = new Date(Date.parse(now) + pruneDelayMs);
  await insertJob({ db, now }, workspaceId, pruneJob, {}, { key: `knowledge.prune:${workspaceId}`, runAt });
}

const sweepJob = defineJob({
  name: 'knowledge.sweep',
  input: z.object({ segment: z.int() }),
  forgetWhenDone: true,
  async run({ platform, workspaceId, input, signal }) {
    if (workspaceId === null) throw new Error('A segment belongs to a workspace');
    let removed = 0;
    do {
      signal.throwIfAborted();
      await nextTurn();
      removed = await platform.write(({ db }) => sweepChunks(db, workspaceId, input.segment, chunksPerTransaction));
    } while (removed > 0);
    return async ({ db, now }) => {
      await deleteSegment(db, workspaceId, input.segment);
      await queuePrune(db, now, workspaceId);
    };
  },
});

/** Forgets the words that no passage has any more. */
const pruneJob = defineJob({
  name: 'knowledge.prune',
  input: z.object({}),
  forgetWhenDone: true,
  async run({ platform, workspaceId, signal }) {
    if (workspaceId === null) throw new Error('A vocabulary belongs to a workspace');
    let last: number | null = 0;
    while (last !== null) {
      signal.throwIfAborted();
      await nextTurn();
      const after: number = last;
      last = await platform.write(({ db }) => pruneWords(db, workspaceId, after, wordsPerPrune));
    }
  },
});

export const indexJobs = [asJob(sweepJob), asJob(pruneJob)];
