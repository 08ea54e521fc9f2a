import { Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Slot } from './appointment-time.ts';
import { findClashes } from './store.ts';

/**
 * Throws 409 `slot_taken` with the conflicting appointments. Call it in the transaction that then writes: writes are
 * serialized, so no two requests find the same slot free.
 */
export async function assertSlotFree(
  work: Work,
  slot: Slot & { aiAgentId: string },
  exceptId: string | null = null,
): Promise<void> {
  const conflicts = await findClashes(work.db, work.workspace.id, slot, exceptId);
  if (conflicts.length === 0) return;
  throw new Problem('slot_taken', 'The slot is taken; set allowOverlap to book it anyway', { extra: { conflicts } });
}
