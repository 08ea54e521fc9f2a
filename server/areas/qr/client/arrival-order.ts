/** How long a message may hold back those that came after it. */
const patienceMs = 2_000;

interface Arrival {
  messageId: string;
  deliver: (() => void) | null;
}

/**
 * Delivers messages in the order in which they came. The library reads each by itself, and a customer's first message
 * takes it longer than their second.
 */
export class ArrivalOrder {
  readonly #arrivals: Arrival[] = [];

  /** A message has come and will be read. */
  expect(messageId: string): void {
    const arrival: Arrival = { messageId, deliver: null };
    this.#arrivals.push(arrival);
    setTimeout(() => {
      arrival.deliver ??= () => {};
      this.#flush();
    }, patienceMs).unref();
  }

  /** It was read; `deliver` is called when all before it are. One that was not expected, or came too late, is at once. */
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
