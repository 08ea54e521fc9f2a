import { type Clock, NextAlarm } from '../clock.ts';

/** Default rest after a failed write, for example on a full disk. */
const usualRestMs = 5_000;

/** `pauseMs` (real time) passes between two looks, so that frequent wake-ups are handled together. */
interface Pace {
  pauseMs: number;
}

/** Runs `look` whenever it is woken: never concurrently, and once more when woken meanwhile. */
export class WakeLoop {
  readonly #clock: Clock;
  readonly #look: () => Promise<boolean>;
  readonly #onError: (error: unknown) => void;
  readonly #alarm: NextAlarm;
  readonly #endOfRest: NextAlarm;
  readonly #pauseMs: number;
  /** Callers of `idle`, for whom pauses are cut short. */
  #waiting = 0;
  #endPause = (): void => {};
  #running: Promise<void> | null = null;
  #again = false;
  #resting = false;
  #stopped = false;

  /** `look` returns whether to look again at once; its errors go to `onError`. */
  constructor(
    clock: Clock,
    look: () => Promise<boolean>,
    onError: (error: unknown) => void,
    { pauseMs }: Pace = { pauseMs: 0 },
  ) {
    this.#clock = clock;
    this.#look = look;
    this.#onError = onError;
    this.#pauseMs = pauseMs;
    this.#alarm = new NextAlarm(clock, this.wake);
    this.#endOfRest = new NextAlarm(clock, () => {
      this.#resting = false;
      this.wake();
    });
  }

  /** Looks now. Always the same function, so that registering it twice has no effect. */
  readonly wake = (): void => {
    if (this.#stopped || this.#resting) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#again) this.wake();
    });
  };

  /** Looks at `atMs` (epoch), or earlier if an earlier moment was already requested. */
  wakeBy(atMs: number): void {
    this.#alarm.by(atMs);
  }

  /** Ignores wake-ups for `lengthMs`, then looks. */
  rest(lengthMs = usualRestMs): void {
    this.#resting = true;
    this.#endOfRest.by(this.#clock.now().getTime() + lengthMs);
  }

  /** Resolves when there is nothing left to do. */
  async idle(): Promise<void> {
    this.#waiting += 1;
    this.#endPause();
    while (this.#running) await this.#running;
    this.#waiting -= 1;
  }

  /** Stops looking; resolves when the running look has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#alarm.clear();
    this.#endOfRest.clear();
    this.#endPause();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#resting && !this.#stopped) {
      this.#again = false;
      try {
        if (await this.#look()) this.#again = true;
        else await this.#pause();
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  #pause(): Promise<void> | void {
    if (this.#pauseMs === 0 || this.#waiting > 0 || this.#stopped) return;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pauseMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
