import type { Platform } from '../platform/platform.ts';
import type { Services } from '../platform/wiring.ts';
import { RateLimiter } from './access/rate-limit.ts';

declare module '../platform/wiring.ts' {
  interface Services {
    /** Bad keys by address; null where rates are not limited. */
    guesses: RateLimiter | null;
    /** When the use of a key was last noted, by key, in ms. */
    keyUses: Map<string, number>;
    /** Whose session may download from an address, and until when in ms, by address. */
    downloads: Map<string, { sessionId: string; until: number }>;
  }
}

/** Ten bad keys, then one more every six seconds, for each address. Good keys are never held up by it. */
const guessesPerAddress = { burst: 10, perSecond: 1 / 6 };

/** What the frame keeps for as long as the server runs. */
export const httpServices = ({ config, clock }: Platform): Partial<Services> => ({
  guesses: config.rateLimit ? new RateLimiter(guessesPerAddress, clock) : null,
  keyUses: new Map(),
  downloads: new Map(),
});
