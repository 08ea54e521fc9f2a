/** How long a message may delay those that arrived after it. */
const patienceMs = 2_000;

interface Arrival {
  messageId: string;
  deliver: (() => void) | null;
}

/**
 * Delivers messages in order of arrival. The library decrypts each on its own, and a customer's first message takes
 * longer than their second.
 */
export class ArrivalOrder {
  readonly #arrivals: Arrival[] = [];

  /** Registers a message that has arrived and is being decrypted. */
  expect(messageId: string): void {
    const arrival: Arrival = { messageId, deliver: null };
    this.#arrivals.push(arrival);
    setTimeout(() => {
      arrival.deliver ??= () => {};
      this.#flush();
    }, patienceMs).unref();
  }

  /** Calls `deliver` once all earlier messages are settled; at once for one that was not expected or is late. */
  settle(messageId: string, deliver: () => void): void {
    const arrival = this.#arrivals.find((candidate) => candidate.messageId === messageId && !candidate.deliver);
    if (!arrival) {
      deliver();
      return;
    }
    arrival.deliver = deliver;
    this.#flush();
  }

  #flush(): void {
    while (this.#arrivals[0]?.deliver) this.#arrivals.shift()?.deliver?.();
  }
}
