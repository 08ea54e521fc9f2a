/** Counts what all lanes have under way and lets those that wait look again whenever something ends. */
export class Room {
  readonly #size: number;
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  hasAny(): boolean {
    return this.#taken < this.#size;
  }

  enter(): void {
    this.#taken += 1;
  }

  leave(): void {
    this.#taken -= 1;
    this.release();
  }

  /** Lets all that wait look again. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const look of waiting) look();
  }

  /** Resolves once `mayGoOn` says so; it is asked again after every change. */
  async wait(mayGoOn: () => boolean): Promise<void> {
    while (!mayGoOn()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }
}
