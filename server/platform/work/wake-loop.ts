import { type Clock, NextAlarm } from '../clock.ts';

/** How long it rests when something could not be written down, for instance because the disk is full. */
const usualRestMs = 5_000;

/** `pauseMs` passes (on the machine's own clock) before it looks again, so that what wakes it often is done in one go. */
interface Pace {
  pauseMs: number;
}

/** Looks for something to do whenever it is woken: never twice at a time, and once more when it was woken meanwhile. */
export class WakeLoop {
  readonly #clock: Clock;
  readonly #look: () => Promise<boolean>;
  readonly #onError: (error: unknown) => void;
  readonly #alarm: NextAlarm;
  readonly #endOfRest: NextAlarm;
  readonly #pauseMs: number;
  /** How many wait for it to be idle: they are not kept waiting by pauses. */
  #waiting = 0;
  #endPause = (): void => {};
  #running: Promise<void> | null = null;
  #again = false;
  #resting = false;
  #stopped = false;

  /** `look` answers whether to look again at once; what it throws goes to `onError`. */
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

  /** Looks now. It is always the same function, so that it can be handed to who keeps it once. */
  readonly wake = (): void => {
    if (this.#stopped || this.#resting) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#again) this.wake();
    });
  };

  /** Looks at `atMs` (epoch), or earlier if an earlier moment was already asked for. */
  wakeBy(atMs: number): void {
    this.#alarm.by(atMs);
  }

  /** Does not look for so long, whoever wakes it, and then looks. */
  rest(lengthMs = usualRestMs): void {
    this.#resting = true;
    this.#endOfRest.by(this.#clock.now().getTime() + lengthMs);
  }

  /** Resolves when there is nothing to do now. */
  async idle(): Promise<void> {
    this.#waiting += 1;
    this.#endPause();
    while (this.#running) await this.#running;
    this.#waiting -= 1;
  }

  /** Looks no more; resolves when what it does has ended. */
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
