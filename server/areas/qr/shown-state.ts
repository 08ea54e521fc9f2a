import { NextAlarm } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { canonicalPhone } from '../../platform/text/phones.ts';
import type { ChannelHost, StateEvent } from '../channels/index.ts';

const restMs = 5_000;

/** Stores the state that a channel shows; retries if that fails, for instance on a full disk. */
export class ShownState {
  readonly #platform: Platform;
  readonly #host: ChannelHost;
  readonly #again: NextAlarm;
  #wanted: Pick<StateEvent, 'status' | 'reason' | 'phoneNumber'> | null = null;
  #shown = '';
  #turn: Promise<void> = Promise.resolve();

  constructor(platform: Platform, host: ChannelHost) {
    this.#platform = platform;
    this.#host = host;
    this.#again = new NextAlarm(platform.clock, () => void this.#store());
  }

  /** Resolves when the state is stored or a retry is scheduled. `phone` is the account's number. */
  show(status: StateEvent['status'], reason: string | null, phone: string | null): Promise<void> {
    this.#wanted = { status, reason, phoneNumber: phone && canonicalPhone(phone) };
    return this.#store();
  }

  /** Cancels a scheduled retry. */
  stop(): void {
    this.#again.clear();
  }

  #store(): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      const state = this.#wanted;
      const text = JSON.stringify([state?.status, state?.reason]);
      if (!state || text === this.#shown) return;
      try {
        await this.#host.report([{ kind: 'state', providerEventId: newId('state'), ...state }]);
        this.#shown = text;
      } catch (error) {
        this.#platform.log.warn(
          { channel: this.#host.channel.id, err: error },
          'the state of the channel could not be stored yet',
        );
        this.#again.by(this.#platform.clock.now().getTime() + restMs);
      }
    });
    return this.#turn;
  }
}
