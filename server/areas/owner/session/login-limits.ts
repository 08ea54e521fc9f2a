import type { Request, Response } from 'express';
import { isGranted, senderOf } from '../../../http/access/local.ts';
import { RateLimiter } from '../../../http/access/rate-limit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { fold } from '../../../platform/database/fold.ts';
import type { Caller } from './guess-queue.ts';

/** Ten tries at once, then one every six seconds: of one browser, or of one sender with one name. */
const triesOfOne = { burst: 10, perSecond: 1 / 6 };

/** Of all senders from afar together, with all names: what many addresses can guess. */
const triesOfStrangers = { burst: 100, perSecond: 1 };

export interface Try {
  /** The name that somebody signs in with, as typed. */
  name: string;
  /** The browser in which this person has signed in before, if it is one. */
  device: string | null;
}

/**
 * Limits tries to sign in. A browser in which the person has signed in before is counted alone: guesses of others never
 * lock its person out, not even through a tunnel, where all share one address. Other tries are counted by name and
 * sender, and all tries from afar together.
 */
export class LoginLimits {
  readonly #ofOne: RateLimiter;
  readonly #ofStrangers: RateLimiter;

  constructor(clock: Clock) {
    this.#ofOne = new RateLimiter(triesOfOne, clock, 'tries to sign in with this name from here');
    this.#ofStrangers = new RateLimiter(triesOfStrangers, clock, 'tries to sign in from unknown devices');
  }

  /** Takes one try and returns who is in the queue of guesses; throws 429 with the limit that was reached. */
  take(request: Request, response: Response, { name, device }: Try): Caller {
    const isNear = isGranted(request, 'guessesOfItsOwn');
    const caller = device ?? `${senderOf(request)} ${fold(name.trim())}`;
    this.#ofOne.take(caller, response);
    if (!isNear && device === null) this.#ofStrangers.take('', response);
    return { name: caller, isFirst: isNear || device !== null };
  }
}
