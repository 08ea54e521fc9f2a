import type { Area } from '../../http/area.ts';
import type { Work } from '../../platform/work/work.ts';
import { cardOperations } from './cards.operations.ts';
import { historyOperations } from './history.operations.ts';
import { pipelineOperations } from './pipelines.operations.ts';
import { stageOperations } from './stages.operations.ts';

export { findCardOfContact, findNewestCardId } from './cards.store.ts';
export { createCard } from './create-card.ts';
export { createPipeline } from './create-pipeline.ts';
export { moveCard } from './move-card.ts';
export { findStage as findCrmStage, listPipelines, listStages } from './pipelines.store.ts';

const followConversation = async ({ db, workspace }: Work, goneId: string, keptId: string): Promise<void> => {
  await db
    .updateTable('crm_cards')
    .set({ conversation_id: keptId })
    .where('workspace_id', '=', workspace.id)
    .where('conversation_id', '=', goneId)
    .execute();
};

const followLead = async ({ db, workspace }: Work, goneLeadId: string, keptLeadId: string): Promise<void> => {
  await db
    .updateTable('crm_cards')
    .set({ lead_id: keptLeadId })
    .where('workspace_id', '=', workspace.id)
    .where('lead_id', '=', goneLeadId)
    .execute();
};

export const crm = {
  name: 'crm',
  title: 'CRM',
  operations: { ...pipelineOperations, ...stageOperations, ...cardOperations, ...historyOperations },
  provides: { leadMerged: [followLead], conversationJoined: [followConversation] },
} satisfies Area;
