import type { Platform } from '../platform/platform.ts';
import type { Services } from '../platform/wiring.ts';
import { RateLimiter } from './access/rate-limit.ts';
import { Shares } from './access/shares.ts';

declare module '../platform/wiring.ts' {
  interface Services {
    /** Limiter of requests by key or session; null when rate limits are off. */
    callers: RateLimiter | null;
    /** Limiter of invalid keys by address; null when rate limits are off. */
    guesses: RateLimiter | null;
    /** Admits calls of expensive operations. */
    shares: Shares;
    /** When the use of each key was last recorded, in ms. */
    keyUses: Map<string, number>;
    /** One-time download addresses, each with its session and expiry in ms. */
    downloads: Map<string, { sessionId: string; until: number }>;
  }
}

/** Ten invalid keys per address, then one more every six seconds. Valid keys are never delayed by it. */
const guessesPerAddress = { burst: 10, perSecond: 1 / 6 };

/** Creates the frame's services. */
export const httpServices = ({ config, clock }: Platform): Partial<Services> => ({
  callers: config.rateLimit ? new RateLimiter(config.rateLimit, clock, 'requests with this key') : null,
  guesses: config.rateLimit ? new RateLimiter(guessesPerAddress, clock, 'invalid keys from here') : null,
  shares: new Shares(clock),
  keyUses: new Map(),
  downloads: new Map(),
});
