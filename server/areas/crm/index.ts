import type { Area } from '../../http/area.ts';
import type { RecordedRows } from '../../platform/database/recorded-rows.ts';
import { updateSomeRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow, Joining } from '../people/index.ts';
import { boardOperations } from './board.operations.ts';
import { cardOperations } from './cards.operations.ts';
import { confirmableCard } from './confirm-card.ts';
import { anonymizeCards, listCardIds } from './erase-customer.ts';
import { historyOperations } from './history.operations.ts';
import { pipelineOperations } from './pipelines.operations.ts';
import { stageOperations } from './stages.operations.ts';

export { cardsOf, findCardOfContact, findNewestCardId } from './cards.store.ts';
export { commentOnCard } from './change-card.ts';
export { createCard } from './create-card.ts';
export { createDefaultPipeline } from './create-pipeline.ts';
export { moveCard } from './move-card.ts';
export { findStage as findCrmStage, listPipelines, listStages } from './pipelines.store.ts';

const followConversation = ({ rows }: Joining, goneId: string, keptId: string): Promise<boolean> =>
  rows.move('crm_cards', { conversation_id: goneId }, { conversation_id: keptId });

const followLead = (rows: RecordedRows, goneLeadId: string, keptLeadId: string): Promise<boolean> =>
  rows.move('crm_cards', { lead_id: goneLeadId }, { lead_id: keptLeadId });

const followContact = ({ rows, gone, kept }: Joining): Promise<boolean> =>
  rows.move('crm_cards', { contact_id: gone.id }, { contact_id: kept.id });

const leaveContact = ({ db, workspace }: Work, contact: ContactRow): Promise<boolean> =>
  updateSomeRows(db, 'crm_cards', workspace.id, { contact_id: contact.id }, { contact_id: null });

const leaveConversation = ({ db, workspace }: Work, goneId: string): Promise<boolean> =>
  updateSomeRows(db, 'crm_cards', workspace.id, { conversation_id: goneId }, { conversation_id: null });

export const crm = {
  name: 'crm',
  title: 'CRM',
  about: 'Pipelines of deals: stages, cards, comments, board and reports.',
  operations: { ...pipelineOperations, ...stageOperations, ...cardOperations, ...historyOperations },
  ownerOperations: boardOperations,
  provides: {
    confirmable: [confirmableCard],
    leadMerged: [followLead],
    conversationJoined: [followConversation],
    conversationDeleted: [leaveConversation],
    contactJoined: [followContact],
    contactMarks: [listCardIds],
    booksAnonymized: [anonymizeCards],
    contactDeleted: [leaveContact],
    textIndex: [{ index: 'card_search', table: 'crm_cards', row: 'seq' }],
  },
} satisfies Area;
