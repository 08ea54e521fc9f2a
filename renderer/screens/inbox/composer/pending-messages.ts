import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/refusals.ts';
import { namesOfKept, writeKept } from '../../../kept/device.ts';
import {
  type Draft,
  failOutgoing,
  interrupted,
  type Outgoing,
  outgoingPlace,
  readOutgoing,
  underWay,
  useOutgoing,
} from '../../../kept/outgoing.ts';
import { useKeptName } from '../../../kept/use-kept.ts';
import { newId } from '../../../reserved/new-id.ts';
import { sessionQuery, useConsole } from '../../../session.ts';
import { putMessage, threadKey } from '../thread/thread.ts';
import type { Message } from '../types.ts';

export type { Draft, Outgoing };

/** Last send per conversation; the next one waits for it, so that messages keep their order. */
const lastSend = new Map<string, Promise<void>>();

/** Messages of a conversation that are kept on the device until the server has stored them, oldest first. */
export function usePendingMessages(conversationId: string) {
  const client = useQueryClient();
  const { user } = useConsole();
  const outgoing = useOutgoing(conversationId);
  const beginning = useKeptName(outgoingPlace(conversationId));

  const drop = useCallback((key: string) => writeKept(beginning + key, undefined), [beginning]);

  /** Drops what the server has stored: its response may have been lost. */
  const settle = useCallback(
    (messages: Message[]) => {
      const stored = new Set(messages.map(({ idempotencyKey }) => beginning + idempotencyKey));
      for (const name of namesOfKept(beginning)) {
        if (stored.has(name) && !underWay.has(name)) writeKept(name, undefined);
      }
    },
    [beginning],
  );

  const send = useCallback(
    (draft: Draft, media: Outgoing['media'] = null, idempotencyKey: string = newId()) => {
      const name = beginning + idempotencyKey;
      const createdAt = readOutgoing(name)?.createdAt ?? new Date().toISOString();
      underWay.add(name);
      writeKept(name, { conversationId, idempotencyKey, draft, media, createdAt, error: null } satisfies Outgoing);
      const isSender = () => client.getQueryData(sessionQuery.queryKey)?.user.id === user.id;
      const before = lastSend.get(conversationId) ?? Promise.resolve();
      lastSend.set(
        conversationId,
        before.then(() => post(client, name, isSender)),
      );
    },
    [client, conversationId, beginning, user.id],
  );

  return { outgoing, send, drop, settle };
}

/** Sends a kept message, unless it was discarded while it waited or somebody else has signed in meanwhile. */
async function post(client: QueryClient, name: string, isSender: () => boolean): Promise<void> {
  const outgoing = readOutgoing(name);
  try {
    if (!outgoing) return;
    if (!isSender()) return failOutgoing(name, interrupted);
    const { conversationId: id, draft, idempotencyKey } = outgoing;
    putMessage(client, await call('sendMessage', { path: { id }, body: { ...draft, idempotencyKey } }));
    underWay.delete(name);
    writeKept(name, undefined);
  } catch (error) {
    underWay.delete(name);
    const { message } = error as Error;
    failOutgoing(name, { code: error instanceof ApiError ? error.code : 'unknown', message });
    // The server may have stored it as FAILED; the stored message then replaces this one.
    if (outgoing) client.invalidateQueries({ queryKey: threadKey(outgoing.conversationId) });
  } finally {
    underWay.delete(name);
  }
}

/** Draft and key for retrying a failed message: its own key if it was certainly not sent, else a new one. */
export function toRepeat(message: Message): { draft: Draft; idempotencyKey: string } {
  const mayHaveGone = message.sentAt !== null || message.error?.code === 'unknown_outcome';
  const idempotencyKey = (mayHaveGone ? null : message.idempotencyKey) ?? newId();
  const draft: Draft = {
    ...(message.template
      ? { template: message.template as unknown as NonNullable<Draft['template']> }
      : { type: message.type, ...(message.content === null ? {} : { content: message.content }) }),
    ...(message.mediaUrl === null ? {} : { mediaUrl: message.mediaUrl }),
    ...(message.replyToMessageId === null ? {} : { replyToMessageId: message.replyToMessageId }),
  };
  return { draft, idempotencyKey };
}
