import type { Outcome } from '../protocol.ts';

/** How long the vendor may take to acknowledge a message before its outcome counts as unknown. */
const patienceMs = 15_000;

const refusals: Record<string, { reason: Extract<Outcome, { kind: 'rejected' }>['reason']; detail: string }> = {
  '403': { reason: 'unreachable', detail: 'The provider does not let this account write to this customer' },
  '429': { reason: 'rate_limited', detail: 'The provider limits the rate of messages' },
  '463': {
    reason: 'restricted',
    detail: 'The provider does not let this account start new chats now; replies to earlier customers are allowed',
  },
  '475': { reason: 'restricted', detail: 'The provider has restricted this account temporarily' },
  '479': { reason: 'not_now', detail: "The provider did not accept the message for the customer's current devices" },
};

/**
 * Converts an acknowledgement; without an error code the vendor has accepted the message. A 5xx is the vendor's; any
 * other unlisted code is the person's.
 */
export function toOutcome(messageId: string, errorCode: string | undefined): Outcome {
  if (errorCode === undefined) return { kind: 'accepted', providerMessageId: messageId };
  const detail = `The provider rejected the message with code ${errorCode}`;
  const unlisted = { reason: /^5\d\d$/.test(errorCode) ? 'temporary' : toCode(errorCode), detail } as const;
  return { kind: 'rejected', ...(refusals[errorCode] ?? unlisted) };
}

/** The code as a number; a code that is none counts as 0, which the vendor does not use. */
const toCode = (text: string): `${number}` => `${/^\d{1,9}$/.test(text) ? Number(text) : 0}`;

/** Messages that were written to the vendor and are not acknowledged yet. */
export class Acknowledgements {
  readonly #waiting = new Map<string, (outcome: Outcome) => void>();

  /** Resolves with the vendor's acknowledgement, or with `unknown` on a timeout or when the connection ends. */
  expect(messageId: string): Promise<Outcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle({ kind: 'unknown', detail: 'The provider did not answer' }), patienceMs);
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        this.#waiting.delete(messageId);
        resolve(outcome);
      };
      this.#waiting.set(messageId, settle);
    });
  }

  /** Returns whether a sender was still waiting. */
  settle(messageId: string, outcome: Outcome): boolean {
    const settle = this.#waiting.get(messageId);
    settle?.(outcome);
    return settle !== undefined;
  }

  /** Resolves all waiting senders with `unknown`, since the connection has ended. */
  abandon(): void {
    for (const settle of [...this.#waiting.values()]) settle({ kind: 'unknown', detail: 'The connection broke' });
  }
}
