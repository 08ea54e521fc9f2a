import { z } from 'zod';
import { findRowBy } from '../../../platform/database/workspace-rows.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { assertSendingAllowed } from '../../../platform/work/sending-pause.ts';
import { refusalOf } from '../../channels/index.ts';
import { findMessageById } from '../message-log.ts';
import { findConversation } from '../store.ts';
import { findAddress } from './send-message.ts';

/** Sends a reaction to the customer, unless a newer reaction has replaced it. */
export const sendReaction = defineJob({
  name: 'send a reaction',
  input: z.object({ messageId: z.string(), emoji: z.string() }),
  async run({ platform, workspaceId, input }) {
    const db = platform.database.read;
    const message = findMessageById(db, workspaceId as string, input.messageId);
    if (!message?.provider_message_id) return;
    const ours = { message_id: message.id, author: 'HUMAN' } as const;
    const present = await findRowBy(db, 'message_reactions', message.workspace_id, ours);
    if ((present?.emoji ?? '') !== input.emoji) return;
    const conversation = await findConversation(db, message.workspace_id, message.conversation_id);
    const connection = platform.services.channelHub.connection(message.channel_id);
    if (!conversation || !connection) return;
    const to = await findAddress({ db }, conversation);
    assertSendingAllowed(db);
    const outcome = await connection.react(to, message.provider_message_id, input.emoji);
    if (outcome.kind === 'rejected' && refusalOf(outcome.reason).holds === 'moment') throw new Error(outcome.detail);
  },
});
