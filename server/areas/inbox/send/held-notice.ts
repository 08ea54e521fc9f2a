import { z } from 'zod';
import { findWorkspace, type Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { type Actor, systemActor, type Work } from '../../../platform/work/work.ts';
import type { Notification } from '../schemas.ts';

/** A record whose customer may be notified of its status. */
interface Noticed {
  id: string;
  status: string;
  notification: Notification | null;
  updatedAt: string;
}

interface NoticesOf<Subject extends Noticed> {
  /** Such as `order`. */
  kind: string;
  find(db: Db, workspaceId: string, id: string): Promise<Subject | null>;
  notify(platform: Platform, workspace: Workspace, actor: Actor, subject: Subject): Promise<Notification>;
  update(db: Db, workspaceId: string, id: string, changes: { notification: string }): Promise<Subject>;
}

/** True for a notice that waits until a person has confirmed an assistant's entries. */
export const isHeldNotice = (notice: Notification | null): boolean => notice?.reason === 'unconfirmed';

/**
 * Returns a record's notice after a change. A held one stays until the status that it reports has changed or the change
 * contains `notifyClient`. Any other one belongs to an earlier change: null.
 */
export function keepNotice(
  before: Pick<Noticed, 'notification' | 'status'>,
  { status, notifyClient }: { status: string; notifyClient?: boolean | undefined },
): Notification | null {
  const isKept = isHeldNotice(before.notification) && before.status === status && notifyClient === undefined;
  return isKept ? before.notification : null;
}

/** Returns what sends a kind of record's notices: at once, or after a person has confirmed an assistant's entries. */
export function defineNotices<Subject extends Noticed>({ kind, find, notify, update }: NoticesOf<Subject>) {
  /** Notifies the customer and stores the result in the record. */
  const sendNow = async (
    platform: Platform,
    workspace: Workspace,
    actor: Actor,
    subject: Subject,
  ): Promise<Subject> => {
    const notification = JSON.stringify(await notify(platform, workspace, actor, subject));
    return platform.work(workspace, actor, ({ db }) => update(db, workspace.id, subject.id, { notification }));
  };
  const sendHeld = defineJob({
    name: `notice of an ${kind}`,
    input: z.object({ id: z.string() }),
    async run({ platform, workspaceId, input }) {
      const db = platform.database.read;
      const workspace = workspaceId === null ? null : await findWorkspace(db, workspaceId);
      const subject = workspace && (await find(db, workspace.id, input.id));
      if (workspace && subject && isHeldNotice(subject.notification))
        await sendNow(platform, workspace, systemActor, subject);
    },
  });
  /** Queues the notice if it was held back. */
  const release = async (work: Work, { id, notification, updatedAt }: Subject): Promise<void> => {
    if (!isHeldNotice(notification)) return;
    await work.enqueue(sendHeld, { id }, { key: `${kind} notice:${id}:${updatedAt}` });
  };
  return { sendNow, sendHeld, release };
}
