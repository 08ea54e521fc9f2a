import type { Language } from '../../platform/access/workspaces.ts';
import type { Work } from '../../platform/work/work.ts';
import { insertPipeline, insertStage, listPipelines, toPipeline } from './pipelines.store.ts';
import type { Pipeline } from './schemas.ts';

/** The initial stages of a pipeline; the last two are the won and the lost stage. */
const stageNames: Record<Language, [string, string, string, string, string]> = {
  pt: ['Novo', 'Qualificado', 'Proposta', 'Ganho', 'Perdido'],
  en: ['New', 'Qualified', 'Proposal', 'Won', 'Lost'],
  es: ['Nuevo', 'Calificado', 'Propuesta', 'Ganado', 'Perdido'],
};
const stageColors = ['#64748b', '#3b82f6', '#f59e0b', '#22c55e', '#ef4444'];
const defaultNames: Record<Language, string> = { pt: 'Vendas', en: 'Sales', es: 'Ventas' };

/** Creates a pipeline with five stages in the workspace's language. */
export async function createPipeline(work: Work, name: string, { isDefault = false } = {}): Promise<Pipeline> {
  const { db, workspace, now, newId } = work;
  const pipeline = await insertPipeline(db, { id: newId('pipe'), workspaceId: workspace.id, name, isDefault }, now);
  const stages = [];
  for (const [position, stageName] of stageNames[workspace.language].entries()) {
    const draft = {
      id: newId('stage'),
      pipelineId: pipeline.id,
      name: stageName,
      color: stageColors[position] as string,
      position,
      isWon: position === 3,
      isLost: position === 4,
    };
    stages.push(await insertStage(db, workspace.id, draft, now));
  }
  return toPipeline(pipeline, stages);
}

/** Creates the default pipeline unless the workspace has one. */
export async function ensureDefaultPipeline(work: Work): Promise<void> {
  const [first] = await listPipelines(work.db, work.workspace.id);
  if (first?.is_default !== 1) await createPipeline(work, defaultNames[work.workspace.language], { isDefault: true });
}
