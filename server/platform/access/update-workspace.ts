import type { Db } from '../database/database.ts';
import { newId } from '../ids.ts';
import { insertEvent } from '../work/events.ts';
import type { Actor } from '../work/work.ts';
import { trialStarted } from './events.ts';
import { findWorkspace, type Limits, toWorkspace, type Workspace, type WorkspaceDraft } from './workspaces.ts';

export interface WorkspaceChanges extends Partial<WorkspaceDraft> {
  /** Null removes a limit; kinds that are absent keep theirs. */
  limits?: { [Kind in keyof Limits]: number | null };
  /** Null ends the trial: the workspace becomes a full one. */
  trialEndsAt?: string | null;
}

/**
 * Changes a workspace on the owner's behalf; returns null when none has this id. The first end of trial in the future
 * emits `trial.started`. Any new value unlocks the workspace; the recurring job locks it again once the trial has
 * ended.
 */
export async function updateWorkspace(
  db: Db,
  id: string,
  changes: WorkspaceChanges,
  { actor, now }: { actor: Actor; now: string },
): Promise<Workspace | null> {
  const before = await findWorkspace(db, id);
  if (!before) return null;
  const { limits, trialEndsAt, ...plain } = changes;
  const row = await db
    .updateTable('workspaces')
    .set({
      ...plain,
      ...(limits && { limits: JSON.stringify(mergeLimits(before.limits, limits)) }),
      ...(trialEndsAt !== undefined && { trial_ends_at: trialEndsAt, trial_locked: 0 }),
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (before.trialEndsAt === null && trialEndsAt && trialEndsAt > now) {
    await insertEvent(db, {
      id: newId('evt'),
      workspaceId: id,
      type: trialStarted.kind,
      source: actor.source,
      actorId: actor.id,
      actorName: actor.name,
      occurredAt: now,
      data: { workspaceId: id, trialEndsAt },
      previous: null,
      unconfirmed: null,
    });
  }
  return toWorkspace(row);
}

function mergeLimits(present: Limits, changes: { [Kind in keyof Limits]: number | null }): Limits {
  const merged = Object.entries({ ...present, ...changes }).filter(([, limit]) => limit !== null);
  return Object.fromEntries(merged);
}
