import type { z } from 'zod';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Problem } from '../../../platform/problem.ts';
import { requirePhone } from '../../../platform/text/phones.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { qrProvider, requireChannel } from '../../channels/index.ts';
import { type ContactRow, findOrCreateContact, requireContact } from '../../people/index.ts';
import { changeStatus, findOrOpenConversation, reload } from '../conversations/open-conversation.ts';
import type { MessageDraft } from '../message-draft.schemas.ts';
import { completeMessage, toMessage } from '../messages.store.ts';
import type { Message, StartedConversation } from '../schemas.ts';
import { type ConversationRow, findConversation, toConversation } from '../store.ts';
import { fetchMedia, type SendingMedia } from './fetch-media.ts';
import { deliver, storeOutgoing, toRefusal } from './send-message.ts';

interface Start {
  channelId: string;
  phoneNumber?: string | undefined;
  /** In place of the number, for a customer who hides it. */
  contactId?: string | undefined;
  draft: Partial<MessageDraft>;
  /** The idempotency key of the first message. */
  key: string | null;
}

/** Opens the conversation with a number or a contact and sends the first message, if given. */
export async function startConversation(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  start: Start,
): Promise<{ conversation: z.input<typeof StartedConversation>; refusal: Problem | null }> {
  const media = await fetchMedia(platform, workspace, start.draft.mediaUrl);
  const stored = await platform.work(workspace, actor, (work) => store(platform, work, start, media));
  let message: Message | null = stored.sending?.shown ?? null;
  let refusal: Problem | null = null;
  if (stored.sending?.fresh) {
    const sent = await deliver(platform, workspace, actor, stored.sending);
    message = sent.message;
    refusal = toRefusal(sent.outcome);
  }
  const row = await findConversation(platform.database.read, workspace.id, stored.conversationId);
  if (!row) throw new Error('The conversation no longer exists');
  const conversation = toConversation(row, platform.clock.now().toISOString());
  const warnings = message !== null && isCold(row) ? [coldOutreach] : [];
  return { conversation: { ...conversation, message, warnings }, refusal };
}

/** The vendor restricts unofficial clients that write first. */
const coldOutreach = {
  code: 'cold_outreach' as const,
  message: 'This number has never written to the shop: a QR channel that writes first to many may lose its number',
};

const isCold = (row: ConversationRow): boolean => row.provider === qrProvider && row.last_inbound_at === null;

/** One transaction, so that a rejected first message leaves no conversation behind. */
async function store(platform: Platform, work: Work, start: Start, media: SendingMedia) {
  const channel = await requireChannel(work.db, work.workspace.id, start.channelId, 'body.channelId');
  const contact = await findAddressee(work, start);
  const opened = await findOrOpenConversation(work, channel, contact);
  const { content, mediaUrl, template, request } = start.draft;
  if (content === undefined && mediaUrl === undefined && template === undefined && request === undefined) {
    return { conversationId: opened.id, sending: null };
  }
  const conversation = opened.status === 'RESOLVED' ? await changeStatus(work, opened, 'ACTIVE') : opened;
  const sending = { author: 'HUMAN', draft: start.draft, idempotencyKey: start.key } as const;
  const stored = await storeOutgoing(platform, work, await reload(work, conversation.id), sending, media);
  const shown = toMessage(platform, await completeMessage(work.db, stored.message));
  return { conversationId: conversation.id, sending: { ...stored, shown } };
}

async function findAddressee(work: Work, { contactId, phoneNumber }: Start): Promise<ContactRow> {
  if (contactId !== undefined || phoneNumber === undefined) {
    return requireContact(work, { contactId, phone: phoneNumber }, 'body.phoneNumber');
  }
  const phone = requirePhone(phoneNumber, work.workspace.country, 'body.phoneNumber');
  return findOrCreateContact(work, { phone });
}
