import type { Mutation } from './mutations.ts';

const calls = 'test/client/calls.test.ts';
const events = 'test/client/events.test.ts';
const webhooks = 'test/client/webhooks.test.ts';

/** Guards of the typed client: what is repeated, what is missed, what is believed. */
export const clientMutations: Mutation[] = [
  {
    guard: 'all attempts of a call have one key',
    file: 'build/client/package/write-request.ts',
    find: "...(method === 'POST' ? { 'Idempotency-Key': idempotencyKey ?? newKey() } : {}),",
    replace: '',
    suite: calls,
    title: 'takes effect once although its answer was lost',
  },
  {
    guard: 'a call waits as long as the server asks',
    file: 'build/client/package/connection.ts',
    find: 'Math.max(error.retryAfterMs ?? 0, backoffMs(failures))',
    replace: 'backoffMs(failures)',
    suite: calls,
    title: 'is repeated after the wait that the server asks for',
  },
  {
    guard: 'a change is not repeated',
    file: 'build/client/package/connection.ts',
    find: "if (method !== 'GET' && method !== 'POST') return false;",
    replace: '',
    suite: calls,
    title: 'is not repeated where a repeat could do harm',
  },
  {
    guard: 'the stream begins at a place of the log',
    file: 'build/client/package/events.ts',
    find: 'if (this.#since === null) this.#after ??= await this.#findNewest();',
    replace: '',
    suite: events,
    title: 'goes on after a break',
  },
  {
    guard: 'a silent stream is dead',
    file: 'build/client/package/events.ts',
    find: 'let silence = setTimeout(link.abort, longestSilenceMs);',
    replace: 'let silence = setTimeout(() => {}, longestSilenceMs);',
    suite: events,
    title: 'is opened again when it is silent',
  },
  {
    guard: 'the age of a webhook',
    file: 'build/client/package/webhooks.ts',
    find: '!(Math.abs(ageSeconds) <= toleranceSeconds)',
    replace: 'Number.isNaN(ageSeconds)',
    suite: webhooks,
    title: 'a time that is past',
  },
  {
    guard: 'the signature of a webhook',
    file: 'build/client/package/webhooks.ts',
    find: "bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))",
    replace: 'bytes',
    suite: webhooks,
    title: 'another body',
  },
];
