import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { ApiError } from '../../../api/refusals.ts';
import { newId } from '../../../reserved/new-id.ts';
import { putMessage, threadKey } from '../thread/thread.ts';
import type { Message, UploadedMedia } from '../types.ts';

/** An outgoing message without its idempotency key. */
export type Draft = Omit<Body<'sendMessage'>, 'idempotencyKey'>;

/** A message shown before the server has stored it. */
export interface Outgoing {
  /** Makes a retry safe: the server returns the first message. */
  idempotencyKey: string;
  draft: Draft;
  /** The uploaded file, for display. */
  media: UploadedMedia | null;
  createdAt: string;
  /** Null while the request is running. */
  error: Message['error'];
}

const nothing: Outgoing[] = [];
const waiting = new Map<string, Outgoing[]>();
const watchers = new Set<() => void>();
/** Last send per conversation; the next one waits for it, so that messages keep their order. */
const lastSend = new Map<string, Promise<void>>();

function change(conversationId: string, update: (list: Outgoing[]) => Outgoing[]): void {
  waiting.set(conversationId, update(waiting.get(conversationId) ?? nothing));
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Pending and failed messages of a conversation, oldest first, with `send` and `drop`. */
export function usePendingMessages(conversationId: string) {
  const client = useQueryClient();
  const outgoing = useSyncExternalStore(watch, () => waiting.get(conversationId) ?? nothing);

  const drop = useCallback(
    (key: string) => change(conversationId, (list) => list.filter(({ idempotencyKey }) => idempotencyKey !== key)),
    [conversationId],
  );

  const post = useCallback(
    async ({ draft, idempotencyKey }: Pick<Outgoing, 'draft' | 'idempotencyKey'>) => {
      try {
        const path = { id: conversationId };
        putMessage(client, await call('sendMessage', { path, body: { ...draft, idempotencyKey } }));
        drop(idempotencyKey);
      } catch (error) {
        const { message } = error as Error;
        const code = error instanceof ApiError ? error.code : 'unknown';
        change(conversationId, (list) =>
          list.map((each) => (each.idempotencyKey === idempotencyKey ? { ...each, error: { code, message } } : each)),
        );
        // The server may have stored it as FAILED; the stored message then replaces this one.
        client.invalidateQueries({ queryKey: threadKey(conversationId) });
      }
    },
    [client, conversationId, drop],
  );

  const send = useCallback(
    (draft: Draft, media: Outgoing['media'] = null, idempotencyKey: string = newId()) => {
      const entry = { idempotencyKey, draft, media, createdAt: new Date().toISOString(), error: null };
      change(conversationId, (list) => [...list.filter((each) => each.idempotencyKey !== idempotencyKey), entry]);
      const before = lastSend.get(conversationId) ?? Promise.resolve();
      lastSend.set(
        conversationId,
        before.then(() => post(entry)),
      );
    },
    [conversationId, post],
  );

  return { outgoing, send, drop };
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
