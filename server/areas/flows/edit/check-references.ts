import type { Db } from '../../../platform/database/database.ts';
import { findAgentBrief } from '../../agents/index.ts';
import { findCrmStage } from '../../crm/index.ts';
import { findStage } from '../../inbox/index.ts';
import { hasUsableTemplate } from '../../templates/index.ts';
import type { FlowProblem } from '../schemas.ts';
import type { Step } from '../steps/step.schemas.ts';
import { type FlowRow, stepsOf } from '../store.ts';

/** What a step names outside of its flow: the console offers to choose another. */
export interface Reference {
  kind: 'agent' | 'template' | 'conversationStage' | 'pipelineStage';
  /** Its id, or the name of a template. */
  value: string;
}

export type ReferenceFault = FlowProblem & { reference: Reference };

type Told = Pick<FlowProblem, 'field' | 'message'>;
const missing = (told: Told, kind: Reference['kind'], value: string): ReferenceFault => ({
  ...told,
  code: 'unknown_reference',
  reference: { kind, value },
});

/** The references of a flow that no longer exist or can no longer be used. */
export const checkReferences = (
  db: Db,
  flow: Pick<FlowRow, 'workspace_id' | 'ai_agent_id' | 'steps'>,
): Promise<ReferenceFault[]> => checkReferencesOf(db, flow.workspace_id, flow.ai_agent_id, stepsOf(flow));

/** The same of steps in memory; null stands for a step that cannot be read. */
export async function checkReferencesOf(
  db: Db,
  workspaceId: string,
  agentId: string,
  steps: (Step | null)[],
): Promise<ReferenceFault[]> {
  const problems: ReferenceFault[] = [];
  const reference: Reference = { kind: 'agent', value: agentId };
  const agent = findAgentBrief(db, workspaceId, agentId);
  if (!agent) problems.push(missing({ field: 'aiAgentId', message: 'The agent does not exist' }, 'agent', agentId));
  if (agent?.status === 'ARCHIVED') {
    problems.push({ field: 'aiAgentId', code: 'agent_archived', message: 'The agent is archived', reference });
  }
  for (const [index, step] of steps.entries()) {
    if (step === null) continue;
    problems.push(...(await checkStep(db, workspaceId, step, `steps[${index}].config`)));
    if (step.type === 'agent' && agent && agent.status !== 'PUBLISHED') {
      const message = 'The agent must be published to reply';
      problems.push({ field: `steps[${index}]`, code: 'agent_not_published', message, reference });
    }
  }
  return problems;
}

async function checkStep(db: Db, workspaceId: string, step: Step, place: string): Promise<ReferenceFault[]> {
  if (step.type === 'message' && step.config.template) {
    const { name, language } = step.config.template;
    if (await hasUsableTemplate(db, workspaceId, name, language)) return [];
    const message = `No channel has an approved template ${name} in ${language}`;
    return [missing({ field: `${place}.template`, message }, 'template', name)];
  }
  const field = `${place}.stageId`;
  if (step.type === 'conversation_stage' && step.config.stageId !== null) {
    const { stageId } = step.config;
    if (await findStage(db, workspaceId, stageId)) return [];
    return [missing({ field, message: 'The conversation stage does not exist' }, 'conversationStage', stageId)];
  }
  if (step.type === 'crm_card') {
    const { stageId, pipelineId } = step.config;
    const stage = await findCrmStage(db, workspaceId, stageId);
    if (!stage) return [missing({ field, message: 'The stage does not exist' }, 'pipelineStage', stageId)];
    if (pipelineId === undefined || stage.pipeline_id === pipelineId) return [];
    const message = 'The stage does not belong to this pipeline';
    return [missing({ field: `${place}.pipelineId`, message }, 'pipelineStage', stageId)];
  }
  return [];
}
