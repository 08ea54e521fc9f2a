import type { z } from 'zod';
import { readUsage } from '../../../platform/access/quotas.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findChannel, templateCategories } from '../../channels/index.ts';
import type { Conversation, TemplateAvailability } from '../schemas.ts';

/** Whether free text may be sent now, and how many messages this month's local limit leaves for templates. */
export async function readTemplateAvailability(
  db: Db,
  workspace: Workspace,
  conversation: Conversation,
  now: string,
): Promise<z.input<typeof TemplateAvailability>> {
  const channel = await findChannel(db, workspace.id, conversation.channelId);
  const usage = (await readUsage(db, workspace.id, now)).find(({ kind }) => kind === 'messagesPerMonth');
  const limit = workspace.limits.messagesPerMonth ?? null;
  const used = usage?.used ?? 0;
  const remaining = limit === null ? null : Math.max(0, limit - used);
  const sends = channel?.status === 'CONNECTED' || channel?.status === 'DEGRADED';
  const category = { available: sends && remaining !== 0, limit, used, remaining, limitIsLocal: true as const };
  return {
    canReply: conversation.canReply,
    windowExpiresAt: conversation.windowExpiresAt,
    templatesRequired: !conversation.canReply,
    categories: templateCategories.map((name) => ({ category: name, ...category })),
  };
}
