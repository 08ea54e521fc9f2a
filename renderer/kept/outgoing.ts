import { useMemo } from 'react';
import type { Body, Result } from '../api/operations.ts';
import { isForeign, readKept, writeKept } from './device.ts';
import { useKeptList } from './use-kept.ts';

/** An outgoing message without its idempotency key. */
export type Draft = Omit<Body<'sendMessage'>, 'idempotencyKey'>;

/** A message that the server has not stored, as far as this browser knows. */
export interface Outgoing {
  conversationId: string;
  /** Makes a retry safe, also after a reload: the server returns the first message. */
  idempotencyKey: string;
  draft: Draft;
  /** The uploaded file, for display. */
  media: Result<'uploadConversationMedia'> | null;
  createdAt: string;
  /** Null while the request is running. */
  error: { code: string; message: string } | null;
}

/** Names of messages that this page is sending. */
export const underWay = new Set<string>();

/** The page was left before the server answered. Only a person sends it again: hours may have passed. */
export const interrupted = { code: 'interrupted', message: 'The page was left before the server answered' };

// Other windows of this browser show what this one was sending as not sent.
window.addEventListener('pagehide', () => {
  for (const name of underWay) failOutgoing(name, interrupted);
});

export const outgoingPlace = (conversationId: string): string => `${conversationId}.outgoing.`;

export const readOutgoing = (name: string) => readKept(name) as Outgoing | undefined;

/** Records why a message was not sent, unless it was discarded meanwhile. */
export function failOutgoing(name: string, error: Outgoing['error']): void {
  const outgoing = readOutgoing(name);
  if (outgoing) writeKept(name, { ...outgoing, error });
}

/** Pending and failed messages of a conversation, oldest first. */
export function useOutgoing(conversationId: string): Outgoing[] {
  const kept = useKeptList<Outgoing>(outgoingPlace(conversationId));
  return useMemo(() => kept.map(toShown).sort(byTime), [kept]);
}

/** Messages of all conversations that were not sent, oldest first. */
export function useUnsent(): Outgoing[] {
  const kept = useKeptList<Outgoing>('');
  return useMemo(() => {
    const outgoing = kept.filter(({ name }) => name.split('.')[3] === 'outgoing');
    return outgoing
      .map(toShown)
      .filter(({ error }) => error !== null)
      .sort(byTime);
  }, [kept]);
}

/** Without an error it is being sent, here or in another window; else its page was left. */
const toShown = ({ name, value }: { name: string; value: Outgoing }): Outgoing =>
  value.error !== null || underWay.has(name) || isForeign(name) ? value : { ...value, error: interrupted };

const byTime = (one: Outgoing, other: Outgoing): number => (one.createdAt < other.createdAt ? -1 : 1);
