import type { Work } from '../../../platform/work/work.ts';
import type { EditEvent } from '../../channels/index.ts';
import { reload, toLastMessage } from '../conversations/open-conversation.ts';
import { updateService } from '../conversations/service.ts';
import { updateMessage } from '../messages.store.ts';
import type { LastMessage } from '../schemas.ts';
import type { MessageRow } from '../store.ts';

/** Stores the text that the owner corrected on the phone. */
export async function receiveEdit(work: Work, message: MessageRow, { content }: EditEvent): Promise<void> {
  if (message.direction !== 'OUTBOUND') return;
  const row = await updateMessage(work.db, work.workspace.id, message.id, { content, updated_at: work.now });
  const conversation = await reload(work, message.conversation_id);
  const last = conversation.last_message === null ? null : (JSON.parse(conversation.last_message) as LastMessage);
  await updateService(work, conversation, last?.id === message.id ? { last_message: toLastMessage(row) } : {});
}
