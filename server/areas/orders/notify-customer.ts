import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import { fill } from '../../platform/text/fill.ts';
import type { Language } from '../../platform/text/languages.ts';
import type { Actor } from '../../platform/work/work.ts';
import { findAgent } from '../agents/index.ts';
import { type Notification, notifyContact } from '../inbox/index.ts';
import type { Order } from './schemas.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { OrderWords } from './words.schemas.ts';

const words: Record<Language, OrderWords> = { pt, en, es };

/**
 * Notifies the customer of the order's status in the agent's language. Never throws; returns WAITING while an
 * assistant's entries are unconfirmed (see `resumeOrder`).
 */
export async function notifyCustomer(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  order: Order,
): Promise<Notification> {
  if (order.unconfirmed) return { status: 'WAITING', reason: 'unconfirmed', messageId: null };
  const agent = await findAgent(platform.database.read, workspace.id, order.aiAgentId);
  const language = agent?.language ?? workspace.language;
  const text = fill(words[language].notices[order.status], { name: order.clientName, number: order.number });
  const idempotencyKey = `order:${order.id}:${order.updatedAt}`;
  return notifyContact(platform, workspace, actor, {
    phone: order.clientPhone,
    text,
    author: 'SYSTEM',
    idempotencyKey,
  });
}
