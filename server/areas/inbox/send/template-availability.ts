import type { z } from 'zod';
import { readUsage } from '../../../platform/access/quotas.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findChannel } from '../../channels/index.ts';
import type { Conversation, TemplateAvailability } from '../schemas.ts';

const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

/** Whether free text may go out now, and what this month's local limit leaves for templates. */
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
    categories: categories.map((name) => ({ category: name, ...category })),
  };
}
