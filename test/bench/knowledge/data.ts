import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from '../../../server/app.ts';
import type { Language } from '../../../server/areas/knowledge/language/detect-language.ts';
import { type Chunk, chunkDocument } from '../../../server/areas/knowledge/passages/chunk-document.ts';
import { stageChunks, swapChunks } from '../../../server/areas/knowledge/passages/stage-chunks.ts';
import { readConfig } from '../../../server/config.ts';
import { listWorkspaces, type Workspace } from '../../../server/platform/access/workspaces.ts';
import { nameColumns } from '../../../server/platform/database/fold.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { systemActor } from '../../../server/platform/work/work.ts';

export const benchLanguages = ['pt', 'es', 'en'] as const satisfies Language[];

export interface QuestionSet {
  language: Language;
  name: string;
  passages: string[];
  /** A question and the index of the passage with its answer. */
  questions: [string, number][];
}

/** `--data FOLDER`, with the project's folder as the default; `--scale CHUNKS` measures a large index instead. */
export function readOptions(): { data: string; scale: number } {
  const { values } = parseArgs({ options: { data: { type: 'string' }, scale: { type: 'string' } } });
  return { data: values.data ?? '../shared/data', scale: Number(values.scale ?? 0) };
}

export const readQuestions = (folder: string, language: Language): QuestionSet => ({
  ...JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')),
  language,
});

export interface BenchPlatform {
  platform: Platform;
  workspace: Workspace;
  stop(): Promise<void>;
}

export async function openPlatform(home: string): Promise<BenchPlatform> {
  const config = readConfig({ FRONTDESK_HOME: home, FRONTDESK_PORT: '0', FRONTDESK_LOG: 'error' });
  const app = await createApp({ config });
  const [workspace] = await listWorkspaces(app.platform.database.read);
  if (!workspace) throw new Error('A new home has a workspace');
  return { platform: app.platform, workspace, stop: () => app.stop() };
}

/** Each passage in the product's chunks, as a source of a separate base. */
export function cutPassages(passages: string[]): { chunks: Chunk[]; passageOf: number[] } {
  const chunks: Chunk[] = [];
  const passageOf: number[] = [];
  for (const [place, text] of passages.entries()) {
    for (const chunk of chunkDocument({ title: null, blocks: [{ kind: 'paragraph', text }] })) {
      chunks.push({ ...chunk, position: chunks.length });
      passageOf.push(place);
    }
  }
  return { chunks, passageOf };
}

export async function indexChunks(
  { platform, workspace }: BenchPlatform,
  name: string,
  language: Language,
  chunks: Chunk[],
): Promise<{ baseId: string; segment: number }> {
  const ids = { baseId: `kb_${name}`, sourceId: `src_${name}` };
  await platform.work(workspace, systemActor, async ({ db, now }) => {
    const place = { workspace_id: workspace.id, created_at: now, updated_at: now };
    await db
      .insertInto('knowledge_bases')
      .values({ id: ids.baseId, ...nameColumns(name), ...place })
      .execute();
    await db
      .insertInto('knowledge_sources')
      .values({
        id: ids.sourceId,
        base_id: ids.baseId,
        kind: 'TEXT',
        ...nameColumns(name),
        status: 'READY',
        ...place,
      })
      .execute();
  });
  const source = { id: ids.sourceId, workspaceId: workspace.id, language, title: '' };
  await stageChunks(platform, source, 'first', chunks, async () => {});
  await platform.work(workspace, systemActor, (work) => swapChunks(work, ids.sourceId, 'first'));
  const { number } = await platform.database.read
    .selectFrom('knowledge_segments')
    .select('number')
    .where('source_id', '=', ids.sourceId)
    .executeTakeFirstOrThrow();
  return { baseId: ids.baseId, segment: number };
}
