import type { Response } from 'express';
import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';

/** Above this number, full buckets are deleted, since any address can create one. */
const mostBuckets = 10_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** A token bucket per key; reports its state in the headers of the IETF draft `RateLimit`. */
export class RateLimiter {
  readonly #limit: NonNullable<Config['rateLimit']>;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  readonly #policy: string;
  readonly #counted: string;

  /** `counted` names the counted things in a refusal. */
  constructor(limit: NonNullable<Config['rateLimit']>, clock: Clock, counted: string) {
    this.#counted = counted;
    this.#limit = limit;
    this.#clock = clock;
    const windowSeconds = Math.max(1, Math.ceil(limit.burst / Math.max(1, limit.perSecond)));
    this.#policy = `"default";q=${limit.burst};w=${windowSeconds}`;
  }

  /** Takes one token, or throws 429 `rate_limited` with the time until the next one. */
  take(key: string, response?: Response): void {
    const { burst, perSecond } = this.#limit;
    const now = this.#clock.now().getTime();
    if (this.#buckets.size >= mostBuckets) this.#forgetFull(now);
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filledAt: now };
    this.#buckets.set(key, bucket);
    const elapsedSeconds = Math.max(0, now - bucket.filledAt) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + elapsedSeconds * perSecond);
    bucket.filledAt = now;
    const waitSeconds = bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / Math.max(perSecond, 0.001));
    if (waitSeconds === 0) bucket.tokens -= 1;
    response?.setHeader('RateLimit-Policy', this.#policy);
    response?.setHeader('RateLimit', `"default";r=${Math.floor(bucket.tokens)};t=${waitSeconds || 1}`);
    if (waitSeconds > 0) {
      throw new Problem('rate_limited', `Too many ${this.#counted}: wait ${waitSeconds} s`, {
        headers: { 'Retry-After': String(waitSeconds) },
      });
    }
  }

  #forgetFull(now: number): void {
    const { burst, perSecond } = this.#limit;
    for (const [key, { tokens, filledAt }] of this.#buckets) {
      if (tokens + ((now - filledAt) / 1000) * perSecond >= burst) this.#buckets.delete(key);
    }
  }
}
