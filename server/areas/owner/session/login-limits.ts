import type { Request, Response } from 'express';
import { isGranted, senderOf } from '../../../http/access/local.ts';
import { RateLimiter } from '../../../http/access/rate-limit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { fold } from '../../../platform/database/fold.ts';
import type { Caller } from './guess-queue.ts';

/** Ten attempts at once, then one every six seconds, per known browser, or per sender and name. */
const triesOfOne = { burst: 10, perSecond: 1 / 6 };

/** Attempts of all remote senders together, to bound guessing from many addresses. */
const triesOfStrangers = { burst: 100, perSecond: 1 };

export interface Try {
  /** The name as typed. */
  name: string;
  /** The browser's id if this person has signed in with it before. */
  device: string | null;
}

/**
 * Limits sign-in attempts. A browser in which the person has signed in before has a separate limit, so guesses by others
 * never lock that person out, not even through a tunnel, where all senders share one address. Other attempts are counted
 * per name and sender, and all remote attempts together.
 */
export class LoginLimits {
  readonly #ofOne: RateLimiter;
  readonly #ofStrangers: RateLimiter;

  constructor(clock: Clock) {
    this.#ofOne = new RateLimiter(triesOfOne, clock, 'tries to sign in with this name from here');
    this.#ofStrangers = new RateLimiter(triesOfStrangers, clock, 'tries to sign in from unknown devices');
  }

  /** Counts one attempt and returns its place in the queue of guesses. Throws 429 naming the limit that was reached. */
  take(request: Request, response: Response, { name, device }: Try): Caller {
    const isNear = isGranted(request, 'guessesOfItsOwn');
    const caller = device ?? `${senderOf(request)} ${fold(name.trim())}`;
    this.#ofOne.take(caller, response);
    if (!isNear && device === null) this.#ofStrangers.take('', response);
    return { name: caller, isFirst: isNear || device !== null };
  }
}
