import type { z } from 'zod';
import { Problem, unknownReference } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ConversationChange } from '../schemas.ts';
import type { ConversationRow } from '../store.ts';
import { assign } from './assign.ts';
import { changeStatus } from './open-conversation.ts';
import { updateService } from './service.ts';
import { findStage } from './stages.store.ts';

type Change = z.output<typeof ConversationChange>;

/**
 * Changes status, assignment and stage together. Throws 422 `invalid_transition`, 404 `unknown_reference`, or 400 for
 * an assignee who cannot answer, and then changes nothing.
 */
export async function changeConversation(
  work: Work,
  before: ConversationRow,
  change: Change,
): Promise<ConversationRow> {
  const status = change.status ?? before.status;
  if (before.status === 'RESOLVED' && status === 'HANDED_OFF') {
    throw new Problem('invalid_transition', 'A RESOLVED conversation can only become ACTIVE');
  }
  if (status === 'RESOLVED' && (change.assignedTo || change.assignedToUserId)) {
    throw new Problem('invalid_transition', 'A RESOLVED conversation cannot be assigned: set status to ACTIVE first');
  }
  if (change.stageId) await assertStage(work, change.stageId);
  const changes = {
    ...('handoffType' in change ? { handoff_type: change.handoffType || null } : {}),
    ...('assignedTo' in change || 'assignedToUserId' in change ? await assign(work, change) : {}),
    ...('stageId' in change ? { stage_id: change.stageId || null } : {}),
  };
  if (status !== before.status) return changeStatus(work, before, status, changes);
  if (Object.keys(changes).length === 0) return before;
  return updateService(work, before, changes);
}

async function assertStage(work: Work, id: string): Promise<void> {
  if (await findStage(work.db, work.workspace.id, id)) return;
  throw unknownReference('body.stageId', 'No such conversation stage');
}
