import type { PowerMonitor, PowerSaveBlocker } from 'electron';

export interface PowerEvents {
  /** The computer woke from a sleep that began then. */
  onWake(sleptAt: Date): void;
  /** The screen is seen again, after a sleep or a lock. */
  onSeen(): void;
}

/** Follows the computer's sleep and keeps it awake on request. Used once the app is ready. */
export class Power {
  readonly #blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  #blockerId: number | null = null;
  #sleptAt: Date | null = null;

  constructor(
    monitor: Pick<PowerMonitor, 'on'>,
    blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
    { onWake, onSeen }: PowerEvents,
  ) {
    this.#blocker = blocker;
    // Windows may announce one sleep twice.
    monitor.on('suspend', () => {
      this.#sleptAt ??= new Date();
    });
    monitor.on('resume', () => {
      if (this.#sleptAt) onWake(this.#sleptAt);
      this.#sleptAt = null;
      onSeen();
    });
    monitor.on('unlock-screen', () => onSeen());
  }

  /** The screen may still turn off. */
  keepAwake(on: boolean): void {
    if (on) this.#blockerId ??= this.#blocker.start('prevent-app-suspension');
    if (on || this.#blockerId === null) return;
    this.#blocker.stop(this.#blockerId);
    this.#blockerId = null;
  }
}
