import { z } from 'zod';
import { findWorkspace, type Workspace } from '../../../platform/access/workspaces.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { EventSource } from '../../../platform/work/events.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { isPauseRefusal } from '../../../platform/work/sending-pause.ts';
import type { Actor } from '../../../platform/work/work.ts';
import { presentContactId } from '../../people/index.ts';
import { findLatestConversationId } from '../message-log.ts';
import { MessageAuthor, type Notification } from '../schemas.ts';
import { findConversation } from '../store.ts';
import { deliver, storeOutgoing } from './send-message.ts';

const Notice = z.object({
  contactId: z.string(),
  text: z.string(),
  author: MessageAuthor,
  /** A repeated key sends no second message. */
  idempotencyKey: z.string(),
});
type Notice = z.infer<typeof Notice>;

/** A notification that waited longer is dropped: old news would confuse the customer. */
const waitsForMs = dayMs;

/** Sends a notification that was requested while sending was paused. */
export const notifyLater = defineJob({
  name: 'notify a contact',
  input: z.object({
    notice: Notice,
    actor: z.object({ source: EventSource, id: z.string().nullable(), name: z.string().nullable() }),
    until: z.string(),
  }),
  async run({ platform, workspaceId, input }) {
    const workspace = workspaceId && (await findWorkspace(platform.database.read, workspaceId));
    if (!workspace || input.until < platform.clock.now().toISOString()) return;
    await send(platform, workspace, input.actor, input.notice);
  },
});

/**
 * Sends a text to a contact on the channel of its latest conversation. Never throws, and returns WAITING while sending
 * is paused (for at most a day), SKIPPED for a contact without a conversation, FAILED if the channel cannot send.
 */
export async function notifyContact(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  notice: Notice,
): Promise<Notification> {
  try {
    return await send(platform, workspace, actor, notice);
  } catch (error) {
    if (isPauseRefusal(error)) {
      const until = new Date(platform.clock.now().getTime() + waitsForMs).toISOString();
      const key = `notice:${notice.idempotencyKey}`;
      await platform.work(workspace, actor, (work) => work.enqueue(notifyLater, { notice, actor, until }, { key }));
      return { status: 'WAITING', reason: 'sending_paused', messageId: null };
    }
    if (error instanceof Problem) return { status: 'FAILED', reason: error.code, messageId: null };
    platform.log.error({ err: error }, 'a notification failed');
    return { status: 'FAILED', reason: 'internal_error', messageId: null };
  }
}

async function send(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  { contactId, text, author, idempotencyKey }: Notice,
): Promise<Notification> {
  const stored = await platform.work(workspace, actor, async (work) => {
    // A notice may wait for a day. Its contact may be joined into another one meanwhile.
    const presentId = presentContactId(work.db, workspace.id, contactId);
    const latest = findLatestConversationId(work.db, workspace.id, presentId);
    const conversation = latest ? await findConversation(work.db, workspace.id, latest) : null;
    if (!conversation) return null;
    return storeOutgoing(platform, work, conversation, { author, draft: { content: text }, idempotencyKey }, null);
  });
  if (!stored) return { status: 'SKIPPED', reason: 'no_conversation', messageId: null };
  if (!stored.fresh) return { status: 'SENT', reason: null, messageId: stored.message.id };
  const { message } = await deliver(platform, workspace, actor, stored);
  const failed = message.status === 'FAILED';
  return { status: failed ? 'FAILED' : 'SENT', reason: message.error?.code ?? null, messageId: message.id };
}
