import type { Outcome } from '../protocol.ts';

/** How long the provider may take to acknowledge a message before its outcome counts as unknown. */
const patienceMs = 15_000;

const refusals: Record<string, { reason: Extract<Outcome, { kind: 'rejected' }>['reason']; detail: string }> = {
  '403': { reason: 'restricted', detail: 'The provider does not let this account write to this customer' },
  '429': { reason: 'rate_limited', detail: 'The provider wants fewer messages' },
  '463': {
    reason: 'restricted',
    detail: 'The provider does not let this account begin new chats now; who has written before can be answered',
  },
  '475': { reason: 'restricted', detail: 'The provider has restricted this account for a while' },
  '479': { reason: 'temporary', detail: "The provider did not take the message for the customer's present devices" },
};

/** What an acknowledgement means; without an error code the provider has taken the message. */
export function toOutcome(messageId: string, errorCode: string | undefined): Outcome {
  if (errorCode === undefined) return { kind: 'accepted', providerMessageId: messageId };
  const known = refusals[errorCode];
  return { kind: 'rejected', ...(known ?? { reason: 'unsupported', detail: `The provider refused: ${errorCode}` }) };
}

/** The messages that were written to the provider and are not acknowledged yet. */
export class Acknowledgements {
  readonly #waiting = new Map<string, (outcome: Outcome) => void>();

  /** Resolves with the provider's word, or with `unknown` when it says nothing in time or the connection ends. */
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

  /** Answers whether somebody waited for it. */
  settle(messageId: string, outcome: Outcome): boolean {
    const settle = this.#waiting.get(messageId);
    settle?.(outcome);
    return settle !== undefined;
  }

  /** The connection has ended: whoever still waits cannot know. */
  abandon(): void {
    for (const settle of [...this.#waiting.values()]) settle({ kind: 'unknown', detail: 'The connection broke' });
  }
}
