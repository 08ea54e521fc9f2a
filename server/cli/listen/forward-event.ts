import { setTimeout as sleep } from 'node:timers/promises';
import type { Webhook } from 'standardwebhooks';
import { secondMs } from '../../platform/durations.ts';
import { targetOf } from '../../platform/net/outbound-addresses.ts';
import { OutboundClient, OutboundError } from '../../platform/net/outbound-http.ts';
import { toSigner, webhookHeaders } from '../../platform/net/webhook-headers.ts';
import { Problem } from '../../platform/problem.ts';
import { CommandError } from '../command.ts';
import type { Line } from './open-stream.ts';

/** Like those of webhooks. */
const timeoutMs = 15 * secondMs;
/** Short: whoever develops a receiver restarts it, and watches. */
const waitsMs = [secondMs, 2 * secondMs, 4 * secondMs];
const mostAnswerBytes = 2_048;

/** What became of an event at the receiver. */
export interface Forwarded {
  /** Status of the last answer; null without one. */
  status: number | null;
  /** Why it failed; null for a 2xx. */
  error: string | null;
  attempts: number;
  /** Of the last attempt. */
  durationMs: number;
}

export interface ForwardWish {
  url: string;
  secret: string;
  /** Addresses that are not public and may be reached, besides this machine's own. */
  outboundAllow: string[];
  signal: AbortSignal;
  /** Is told of an attempt that failed and is repeated. */
  onRetry(error: string, waitMs: number): void;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Posts events to one receiver as webhooks are posted: same body, headers and signature. */
export class Forwarder {
  readonly #wish: ForwardWish;
  readonly #signer: Webhook;
  readonly #client: OutboundClient;

  constructor(wish: ForwardWish) {
    this.#wish = wish;
    this.#signer = toSigner(wish.secret);
    const url = new URL(wish.url);
    // The receiver of whoever types this command may run on the same machine.
    const own = loopback.test(url.hostname) ? [targetOf(url)] : [];
    this.#client = new OutboundClient({ config: { outboundAllow: [...wish.outboundAllow, ...own] }, database: null });
  }

  /** Throws `CommandError` for an address that webhooks may not reach either. */
  async check(): Promise<void> {
    try {
      await this.#client.checkUrl(this.#wish.url);
    } catch (error) {
      throw error instanceof Problem ? new CommandError(error.message) : error;
    }
  }

  /** Posts an event, several times if need be. Never throws for what the receiver does; null when it was ended. */
  async forward({ text, value }: Line): Promise<Forwarded | null> {
    const { signal, onRetry } = this.#wish;
    for (let attempts = 1; ; attempts++) {
      const answer = await this.#post(String(value.id), text);
      if (signal.aborted) return null;
      const waitMs = waitsMs[attempts - 1];
      if (answer.error === null || waitMs === undefined) return { ...answer, attempts };
      onRetry(answer.error, waitMs);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return null;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #post(id: string, body: string): Promise<Omit<Forwarded, 'attempts'>> {
    const started = performance.now();
    const end = (status: number | null, error: string | null) => ({
      status,
      error,
      durationMs: Math.round(performance.now() - started),
    });
    try {
      const { status } = await this.#client.request({
        method: 'POST',
        url: this.#wish.url,
        headers: webhookHeaders([this.#signer], id, new Date(), body),
        body,
        timeoutMs,
        maxBytes: mostAnswerBytes,
        statusDecides: true,
        signal: this.#wish.signal,
      });
      return end(status, status >= 200 && status <= 299 ? null : `status ${status}`);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return end(null, error.message);
    }
  }
}
