import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import { fill } from '../../platform/text/fill.ts';
import type { Actor } from '../../platform/work/work.ts';
import { findAgent } from '../agents/index.ts';
import { defineNotices, type Notification, notifyContact } from '../inbox/index.ts';
import type { Order } from './schemas.ts';
import { findOrder, updateOrder } from './store.ts';
import { orderWords } from './words.ts';

/**
 * Notifies the customer of the order's status in the agent's language. Never throws; returns SKIPPED for an order whose
 * contact was deleted, and WAITING while an assistant's entries are unconfirmed (see `resumeOrder`).
 */
async function notifyCustomer(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  order: Order,
): Promise<Notification> {
  if (order.unconfirmed) return { status: 'WAITING', reason: 'unconfirmed', messageId: null };
  if (order.contactId === null) return { status: 'SKIPPED', reason: 'no_contact', messageId: null };
  const agent = await findAgent(platform.database.read, workspace.id, order.aiAgentId);
  const language = agent?.language ?? workspace.language;
  const text = fill(orderWords[language].notices[order.status], { name: order.clientName, number: order.number });
  const idempotencyKey = `order:${order.id}:${order.updatedAt}`;
  return notifyContact(platform, workspace, actor, {
    contactId: order.contactId,
    text,
    author: 'SYSTEM',
    idempotencyKey,
  });
}

export const orderNotices = defineNotices({
  kind: 'order',
  find: findOrder,
  notify: notifyCustomer,
  update: updateOrder,
});
