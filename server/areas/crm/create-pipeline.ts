import type { Language } from '../../platform/text/languages.ts';
import type { Work } from '../../platform/work/work.ts';
import { insertPipeline, insertStage, listPipelines, toPipeline } from './pipelines.store.ts';
import type { Pipeline } from './schemas.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { PipelineWords } from './words.schemas.ts';

const words: Record<Language, PipelineWords> = { pt, en, es };

/** The initial stages of a pipeline, with their colors. */
const initialStages = [
  ['new', '#64748b'],
  ['qualified', '#3b82f6'],
  ['proposal', '#f59e0b'],
  ['won', '#22c55e'],
  ['lost', '#ef4444'],
] as const;

/** Creates a pipeline with five stages in the workspace's language. */
export async function createPipeline(work: Work, name: string, { isDefault = false } = {}): Promise<Pipeline> {
  const { db, workspace, now, newId } = work;
  const pipeline = await insertPipeline(db, { id: newId('pipe'), workspaceId: workspace.id, name, isDefault }, now);
  const stages = [];
  for (const [position, [stage, color]] of initialStages.entries()) {
    const draft = {
      id: newId('stage'),
      pipelineId: pipeline.id,
      name: words[workspace.language].stages[stage],
      color,
      position,
      isWon: stage === 'won',
      isLost: stage === 'lost',
    };
    stages.push(await insertStage(db, workspace.id, draft, now));
  }
  return toPipeline(pipeline, stages);
}

/** Creates the default pipeline, with the words of the workspace's language. */
export const createDefaultPipeline = (work: Work): Promise<Pipeline> =>
  createPipeline(work, words[work.workspace.language].defaultPipeline, { isDefault: true });

/** Creates the default pipeline unless the workspace has one. */
export async function ensureDefaultPipeline(work: Work): Promise<void> {
  const [first] = await listPipelines(work.db, work.workspace.id);
  if (first?.is_default === 1) return;
  await createDefaultPipeline(work);
}
