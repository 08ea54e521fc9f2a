import { type Enclosed, wordlessTypes } from '../channels/index.ts';
import type { MessageRow } from './store.ts';

type Words = Pick<MessageRow, 'type' | 'content' | 'notice' | 'enclosed' | 'deleted_at'>;

const readEnclosed = ({ enclosed }: Words): Enclosed => (enclosed === null ? {} : JSON.parse(enclosed));

/**
 * The words of a message, as programs read them: agents, flows, insights. Null for a notice and for what was taken back;
 * of a place only its name and address.
 */
export function wordsOf(message: Words): string | null {
  if (message.notice !== null || message.deleted_at !== null) return null;
  if (!wordlessTypes.includes(message.type)) return message.content;
  const { place } = readEnclosed(message);
  return [...new Set([place?.name, place?.address])].filter(Boolean).join(', ') || null;
}

/** The title of the choice from a list or of a button, as it was listed; null for any other message. */
export const chosenTitle = (message: Words): string | null => readEnclosed(message).choice?.title ?? null;
