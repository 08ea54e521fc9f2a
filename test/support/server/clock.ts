import type { Clock } from '../../../server/platform/clock.ts';

/** A clock that only moves when the test advances it; alarms ring as they are passed. */
export class ManualClock implements Clock {
  #now: number;
  #alarms: { at: number; ring: () => void }[] = [];

  constructor(start = '2026-11-21T12:00:00.000Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  alarm(at: number, ring: () => void): () => void {
    const alarm = { at, ring };
    if (at <= this.#now) setImmediate(() => this.#ring(alarm));
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Moves the clock and rings due alarms in order. Setting it back rings all alarms. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#alarms.filter((alarm) => ms < 0 || alarm.at <= this.#now).sort((a, b) => a.at - b.at);
    for (const alarm of due) this.#ring(alarm);
  }

  #ring(alarm: { at: number; ring: () => void }): void {
    if (!this.#alarms.includes(alarm)) return;
    this.#alarms = this.#alarms.filter((other) => other !== alarm);
    alarm.ring();
  }
}
