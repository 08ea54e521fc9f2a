import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import { isPauseRefusal, isSendingPaused } from '../../../platform/work/sending-pause.ts';
import { WakeLoop } from '../../../platform/work/wake-loop.ts';
import { answerPending } from './answer-turn.ts';
import { giveUpTurn } from './give-up-turn.ts';
import { listWaitingTurns, recoverTurns, returnTurn, type TurnRow, updateTurn } from './turns.store.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    replySender: ReplySender;
  }
}

/** Replies in the making at the same time; most of that time they wait for a model or a provider. */
const largestConcurrency = 24;
/** A channel that is away may come back: then the reply is still wanted. */
const channelAwayMs = 5_000;
const awayForMs = dayMs;
const retryMs = 5_000;
const mostAttempts = 5;
const stopsWithinMs = 8_000;

/** Answers the turns that are due. Each conversation has one at a time. */
export class ReplySender {
  readonly #platform: Platform;
  readonly #loop: WakeLoop;
  readonly #running = new Map<string, Promise<void>>();
  #noted = false;
  #started = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#look(),
      (error) => {
        platform.log.error({ err: error }, 'no turn could be claimed');
        this.#loop.rest();
      },
    );
    platform.database.onCommit(() => {
      if (this.#noted) this.wake();
    });
  }

  /** Takes up what an earlier process had left. */
  async start(): Promise<void> {
    await this.#platform.write(({ db, now }) => recoverTurns(db, now));
    this.#started = true;
    this.wake();
  }

  /** Called inside a transaction that writes a turn: after its commit the sender looks for it. */
  note(): void {
    this.#noted = true;
  }

  wake(): void {
    if (this.#started) this.#loop.wake();
  }

  /** Resolves when nothing that is due is left; for tests. */
  async idle(): Promise<void> {
    do {
      await Promise.allSettled(this.#running.values());
      await this.#loop.idle();
    } while (this.#running.size > 0);
  }

  async stop(): Promise<void> {
    const giveUp = new Promise((resolve) => setTimeout(resolve, stopsWithinMs).unref());
    await Promise.race([this.#loop.stop().then(() => this.idle()), giveUp]);
  }

  /** A turn that ends has it look again: so one look takes all that there is room for. */
  async #look(): Promise<boolean> {
    this.#noted = false;
    const { database, sending, clock } = this.#platform;
    if (isSendingPaused(database.read)) {
      sending.whenResumed(this.#loop.wake);
      return false;
    }
    const now = clock.now().toISOString();
    const waiting = listWaitingTurns(database.read).filter(({ conversation_id: id }) => !this.#running.has(id));
    const next = waiting.find(({ due_at: dueAt }) => dueAt > now);
    if (next) this.#loop.wakeBy(Date.parse(next.due_at));
    const due = waiting.filter(({ due_at: dueAt }) => dueAt <= now);
    const taken = due.slice(0, largestConcurrency - this.#running.size);
    if (taken.length > 0) await this.#claim(taken, now);
    return false;
  }

  async #claim(turns: TurnRow[], now: string): Promise<void> {
    await this.#platform.write(async ({ db }) => {
      for (const { id } of turns) updateTurn(db, id, { state: 'RUNNING', updated_at: now });
    });
    for (const turn of turns) {
      const run = this.#run(turn).finally(() => {
        this.#running.delete(turn.conversation_id);
        this.wake();
      });
      this.#running.set(turn.conversation_id, run);
    }
  }

  async #run(turn: TurnRow): Promise<void> {
    const { running } = this.#platform;
    const item: Item = { kind: 'reply', key: turn.id };
    try {
      if (running.suspects.isPoison(item)) await this.#setAside(turn, item);
      else await running.during(item, () => answerPending(this.#platform, turn.id));
    } catch (error) {
      await this.#putBack(turn, error as Error).catch((cause) =>
        this.#platform.log.error({ err: cause, turn: turn.id }, 'the state of a turn was not written'),
      );
    }
  }

  async #setAside(turn: TurnRow, item: Item): Promise<void> {
    this.#platform.log.error({ turn: turn.id }, 'a reply was set aside');
    await giveUpTurn(this.#platform, turn, 'deadly', ({ db, now }) =>
      this.#platform.running.suspects.setAside(db, item, now),
    );
  }

  /** What passes is tried again: a pause, a channel that is away, a failure; what the provider refuses is dropped. */
  async #putBack(turn: TurnRow, error: Error): Promise<void> {
    const nowMs = this.#platform.clock.now().getTime();
    const after = (ms: number) => new Date(nowMs + ms).toISOString();
    const wait = (changes: Parameters<typeof returnTurn>[2]) =>
      this.#platform.write(async ({ db, now }) => returnTurn(db, turn, changes, now));
    const drop = (outcome: string) =>
      this.#platform.write(async ({ db, now }) =>
        updateTurn(db, turn.id, { state: 'DROPPED', outcome, updated_at: now }),
      );
    if (isPauseRefusal(error)) return wait({});
    if (error instanceof Problem) {
      const isAway = error.status === 503 && nowMs - Date.parse(turn.first_at) < awayForMs;
      return isAway ? wait({ due_at: after(channelAwayMs) }) : drop(error.code);
    }
    this.#platform.log.error({ err: error, turn: turn.id }, 'a reply failed');
    if (turn.attempts + 1 >= mostAttempts) return giveUpTurn(this.#platform, turn, 'failed');
    return wait({ attempts: turn.attempts + 1, due_at: after(retryMs * 2 ** turn.attempts) });
  }
}
