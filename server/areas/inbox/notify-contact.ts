import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import type { Actor } from '../../platform/work.ts';
import type { Workspace } from '../../platform/workspaces.ts';
import { findByPhone } from '../people/index.ts';
import type { MessageAuthor } from './schemas.ts';
import { deliver, storeOutgoing } from './send-message.ts';
import { findConversation } from './store.ts';

/** What became of a notification; it never fails what it tells of. */
export const Notification = z.object({
  status: z.enum(['SENT', 'SKIPPED', 'FAILED']),
  reason: z
    .string()
    .nullable()
    .describe('Null when it was sent; else `no_conversation`, `window_closed`, `channel_not_connected`, …'),
  messageId: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

/**
 * Sends a text to a number through the channel on which it last talked to the shop. `idempotencyKey` makes a repeat
 * harmless. Never throws: a number without a conversation is SKIPPED, a channel that cannot send is FAILED.
 */
export async function notifyContact(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  notice: { phone: string; text: string; author: MessageAuthor; idempotencyKey: string },
): Promise<Notification> {
  const skipped = (reason: string): Notification => ({ status: 'SKIPPED', reason, messageId: null });
  try {
    const stored = await platform.work(workspace, actor, async (work) => {
      const contact = await findByPhone(work.db, workspace.id, notice.phone);
      const latest = contact && (await findLatestConversationId(work.db, workspace.id, contact.id));
      const conversation = latest ? await findConversation(work.db, workspace.id, latest) : null;
      if (!conversation) return null;
      const { author, text, idempotencyKey } = notice;
      return storeOutgoing(platform, work, conversation, { author, draft: { content: text }, idempotencyKey }, null);
    });
    if (!stored) return skipped('no_conversation');
    if (!stored.fresh) return { status: 'SENT', reason: null, messageId: stored.message.id };
    const { message } = await deliver(platform, workspace, actor, stored);
    const failed = message.status === 'FAILED';
    return { status: failed ? 'FAILED' : 'SENT', reason: message.error?.code ?? null, messageId: message.id };
  } catch (error) {
    if (error instanceof Problem) return { status: 'FAILED', reason: error.code, messageId: null };
    platform.log.error({ err: error }, 'a notification failed');
    return { status: 'FAILED', reason: 'internal_error', messageId: null };
  }
}

async function findLatestConversationId(
  db: Platform['database']['read'],
  workspaceId: string,
  contactId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('contact_id', '=', contactId)
    .orderBy('last_message_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
