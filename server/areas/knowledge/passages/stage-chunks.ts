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
import { listHeardSegments } from '../review/approvals.store.ts';
import type { Chunk } from './chunk-document.ts';
import {
  type ChunkRow,
  changeSegments,
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
  /** Language of the stems; null if it is unknown. */
  language: Language | null;
  title: string;
}

/** Keeps each transaction short. */
const chunksPerTransaction = 12;
const wordsPerPrune = 100;
const pruneDelayMs = minuteMs;
/** Percentage of the progress for indexing; the rest is for vectors. */
const indexedPercent = 50;

/**
 * Writes a source's new chunks beside the live ones, in short transactions. They are not searchable before
 * `swapChunks`. Discards the chunks of an interrupted attempt. `onProgress` receives 0 to 100.
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
      // Deleting the source drops the segment; later chunks would be orphans.
      const segments = await listSegments(db, workspaceId, source.id);
      if (!segments.some(({ number, state }) => number === segment && state === 'STAGED'))
        throw new Error(`${source.id} was deleted while it was indexed`);
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

/** The vocabulary words of the texts that are not in `known`. Adds them to it. */
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
 * Makes one generation of a source's chunks live and drops every other that no agent answers from. Throws if the
 * generation does not exist.
 */
export async function swapChunks(work: Work, sourceId: string, generation: string): Promise<void> {
  const { db, now, workspace } = work;
  const segments = await listSegments(db, workspace.id, sourceId);
  const shown = segments.find((segment) => segment.generation === generation && segment.state !== 'DROPPED');
  if (!shown) throw new Error(`Nothing is staged for ${sourceId}`);
  const others = segments.filter(({ number, state }) => number !== shown.number && state !== 'DROPPED');
  const heard = await listHeardSegments(db, workspace.id, sourceId);
  const [kept, dropped] = [true, false].map((isHeard) =>
    toNumbers(others.filter(({ number }) => heard.has(number) === isHeard)),
  ) as [number[], number[]];
  await changeSegments(db, workspace.id, kept, { state: 'KEPT' });
  await discard(db, now, workspace.id, dropped);
  await changeSegments(db, workspace.id, [shown.number], { state: 'LIVE' });
}

/** Drops the replaced chunks of a source that no agent answers from any more. */
export async function dropUnheard({ db, now, workspace }: Work, sourceId: string): Promise<void> {
  const heard = await listHeardSegments(db, workspace.id, sourceId);
  const segments = await listSegments(db, workspace.id, sourceId);
  const unheard = segments.filter(({ number, state }) => state === 'KEPT' && !heard.has(number));
  await discard(db, now, workspace.id, toNumbers(unheard));
}

/** Includes a source's chunks in searches or excludes them, without rewriting them. */
export async function setSearchable(work: Work, sourceId: string, searchable: boolean): Promise<void> {
  const { db, workspace } = work;
  const segments = toNumbers(await listSegments(db, workspace.id, sourceId));
  if (segments.length > 0) await changeSegments(db, workspace.id, segments, { searchable: searchable ? 1 : 0 });
}

const toNumbers = (segments: { number: number }[]): number[] => segments.map(({ number }) => number);

/** Drops all chunks of a source, staged or live. None is found after this transaction. */
export async function dropChunks({ db, now, workspace }: Work, sourceId: string): Promise<void> {
  await discard(db, now, workspace.id, toNumbers(await listSegments(db, workspace.id, sourceId)));
}

/** Excludes segments from searches; a job deletes them in small steps. */
async function discard(db: Db, now: string, workspaceId: string, segments: number[]): Promise<void> {
  if (segments.length === 0) return;
  await changeSegments(db, workspaceId, segments, { state: 'DROPPED' });
  for (const segment of segments) await queueSweep(db, now, workspaceId, segment);
}

const queueSweep = (db: Db, now: string, workspaceId: string, segment: number): Promise<void> =>
  insertJob({ db, now }, workspaceId, sweepJob, { segment }, { key: `knowledge.sweep:${segment}` });

/** Enqueues one pruning for several removals. */
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

/** Deletes vocabulary words that no longer occur in a passage. */
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
