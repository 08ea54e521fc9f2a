import type { Area } from '../../http/area.ts';
import { cardOperations } from './cards.operations.ts';
import { historyOperations } from './history.operations.ts';
import { pipelineOperations } from './pipelines.operations.ts';
import { stageOperations } from './stages.operations.ts';

export { createCard } from './create-card.ts';
export { moveCard } from './move-card.ts';

export const crm: Area = {
  name: 'crm',
  title: 'CRM',
  operations: { ...pipelineOperations, ...stageOperations, ...cardOperations, ...historyOperations },
};
