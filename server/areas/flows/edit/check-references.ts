import type { Db } from '../../../platform/database/database.ts';
import { findAgentBrief } from '../../agents/index.ts';
import { findCrmStage } from '../../crm/index.ts';
import { findStage } from '../../inbox/index.ts';
import { hasUsableTemplate } from '../../templates/index.ts';
import type { FlowProblem } from '../schemas.ts';
import type { Step } from '../steps/step.schemas.ts';
import { type FlowRow, stepsOf } from '../store.ts';

const missing = (field: string, message: string): FlowProblem => ({ field, code: 'unknown_reference', message });

/** What a flow refers to and what is not there, or cannot be used, any more. */
export async function checkReferences(
  db: Db,
  flow: Pick<FlowRow, 'workspace_id' | 'ai_agent_id' | 'steps'>,
): Promise<FlowProblem[]> {
  const problems: FlowProblem[] = [];
  const agent = findAgentBrief(db, flow.workspace_id, flow.ai_agent_id);
  if (!agent) problems.push(missing('aiAgentId', 'The agent does not exist'));
  if (agent?.status === 'ARCHIVED') {
    problems.push({ field: 'aiAgentId', code: 'agent_archived', message: 'The agent is archived' });
  }
  for (const [index, step] of stepsOf(flow).entries()) {
    const place = `steps[${index}].config`;
    problems.push(...(await checkStep(db, flow.workspace_id, step, place)));
    if (step.type === 'agent' && agent && agent.status !== 'PUBLISHED') {
      const message = 'The agent must be published to answer';
      problems.push({ field: `steps[${index}]`, code: 'agent_not_published', message });
    }
  }
  return problems;
}

async function checkStep(db: Db, workspaceId: string, step: Step, place: string): Promise<FlowProblem[]> {
  if (step.type === 'message' && step.config.template) {
    const { name, language } = step.config.template;
    if (await hasUsableTemplate(db, workspaceId, name, language)) return [];
    return [missing(`${place}.template`, `No channel has an approved template ${name} in ${language}`)];
  }
  if (step.type === 'conversation_stage' && step.config.stageId !== null) {
    if (await findStage(db, workspaceId, step.config.stageId)) return [];
    return [missing(`${place}.stageId`, 'The conversation stage does not exist')];
  }
  if (step.type === 'crm_card') {
    const { stageId, pipelineId } = step.config;
    const stage = await findCrmStage(db, workspaceId, stageId);
    if (!stage) return [missing(`${place}.stageId`, 'The stage does not exist')];
    if (pipelineId === undefined || stage.pipeline_id === pipelineId) return [];
    return [missing(`${place}.pipelineId`, 'The stage is not one of this pipeline')];
  }
  return [];
}
