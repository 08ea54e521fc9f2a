import { z } from 'zod';
import { findWorkspace, type Workspace } from '../../../platform/access/workspaces.ts';
import { unindexed } from '../../../platform/database/prepared-query.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { eventSources } from '../../../platform/work/events.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { isPauseRefusal } from '../../../platform/work/sending-pause.ts';
import type { Actor } from '../../../platform/work/work.ts';
import { findByPhone } from '../../people/index.ts';
import { messageAuthors, type Notification } from '../schemas.ts';
import { findConversation } from '../store.ts';
import { deliver, storeOutgoing } from './send-message.ts';

const Notice = z.object({
  phone: z.string(),
  text: z.string(),
  author: z.enum(messageAuthors),
  /** Makes a repeat harmless. */
  idempotencyKey: z.string(),
});
type Notice = z.infer<typeof Notice>;

/** News that is older than this when sending goes on would only confuse the customer. */
const waitsForMs = dayMs;

/** A notification that came up while sending was paused. */
export const notifyLater = defineJob({
  name: 'notify a contact',
  input: z.object({
    notice: Notice,
    actor: z.object({ source: z.enum(eventSources), id: z.string().nullable(), name: z.string().nullable() }),
    until: z.string(),
  }),
  async run({ platform, workspaceId, input }) {
    const workspace = workspaceId && (await findWorkspace(platform.database.read, workspaceId));
    if (!workspace || input.until < platform.clock.now().toISOString()) return;
    await send(platform, workspace, input.actor, input.notice);
  },
});

/**
 * Sends a text to a number through the channel on which it last talked to the shop. Never throws: while sending is
 * paused it is WAITING, for a day at most; a number without a conversation is SKIPPED, a channel that cannot send FAILED.
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
  { phone, text, author, idempotencyKey }: Notice,
): Promise<Notification> {
  const stored = await platform.work(workspace, actor, async (work) => {
    const contact = await findByPhone(work.db, workspace.id, phone);
    const latest = contact && (await findLatestConversationId(work.db, workspace.id, contact.id));
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

async function findLatestConversationId(
  db: Platform['database']['read'],
  workspaceId: string,
  contactId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', '=', contactId)
    .orderBy('last_message_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
