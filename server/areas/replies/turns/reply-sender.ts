import { dayMs, secondMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { DueRunner } from '../../../platform/work/due-runner.ts';
import { isPauseRefusal } from '../../../platform/work/sending-pause.ts';
import { answerPending } from './answer-turn.ts';
import { giveUpTurn } from './give-up-turn.ts';
import { listWaitingTurns, recoverTurns, returnTurn, type TurnRow, updateTurn } from './turns.store.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    replySender: ReplySender;
  }
}

/** Limit of concurrent replies; most of the time they wait for a language model or a vendor. */
const largestConcurrency = 24;
/** Wait before the next try while a channel is unreachable, and how long to keep trying. */
const channelAwayMs = 5 * secondMs;
const awayForMs = dayMs;
const retryMs = 5 * secondMs;
const mostAttempts = 5;
const stopsWithinMs = 8 * secondMs;

/** Replies to the turns that are due, one at a time per conversation. */
export class ReplySender {
  readonly #platform: Platform;
  readonly #runner: DueRunner<TurnRow>;
  #noted = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#runner = new DueRunner(
      platform,
      {
        name: 'replies',
        room: (underWay) => largestConcurrency - underWay,
        next: () => listWaitingTurns(platform.database.read),
        keyOf: (turn) => turn.conversation_id,
        dueMs: (turn) => Date.parse(turn.due_at),
        itemOf: (turn) => ({ kind: 'reply', key: turn.id }),
        claim: (turns) => this.#claim(turns),
        perform: (turn) => answerPending(platform, turn.id),
        setAside: (turn) => this.#setAside(turn),
        fail: (turn, error) => this.#putBack(turn, error),
      },
      { stopsWithinMs },
    );
    platform.database.onCommit(() => {
      if (!this.#noted) return;
      this.#noted = false;
      this.wake();
    });
  }

  /** Resumes the turns that an earlier process left unfinished. */
  async start(): Promise<void> {
    await this.#platform.write(({ db, now }) => recoverTurns(db, now));
    this.#runner.start();
  }

  /** Called inside a transaction that writes a turn; the sender is woken after its commit. */
  note(): void {
    this.#noted = true;
  }

  wake(): void {
    this.#runner.wake();
  }

  /** Resolves when no turn is due; for tests. */
  idle(): Promise<void> {
    return this.#runner.idle();
  }

  stop(): Promise<void> {
    return this.#runner.stop();
  }

  async #claim(turns: TurnRow[]): Promise<void> {
    await this.#platform.write(async ({ db, now }) => {
      for (const { id } of turns) updateTurn(db, id, { state: 'RUNNING', updated_at: now });
    });
  }

  #setAside(turn: TurnRow): Promise<void> {
    return giveUpTurn(this.#platform, turn, { outcome: 'deadly', reason: 'failed' }, ({ db, now }) =>
      this.#platform.running.suspects.setAside(db, { kind: 'reply', key: turn.id }, now),
    );
  }

  /**
   * Retries after a pause, an unreachable channel or an unexpected failure. A person is called for a reply that is
   * refused, for instance by a quota or the messaging window.
   */
  async #putBack(turn: TurnRow, error: Error): Promise<void> {
    const nowMs = this.#platform.clock.now().getTime();
    const after = (ms: number) => new Date(nowMs + ms).toISOString();
    const wait = (changes: Parameters<typeof returnTurn>[2]) =>
      this.#platform.write(async ({ db, now }) => returnTurn(db, turn, changes, now));
    if (isPauseRefusal(error)) return wait({});
    if (error instanceof Problem) {
      const isAway = error.status === 503 && nowMs - Date.parse(turn.first_at) < awayForMs;
      if (isAway) return wait({ due_at: after(channelAwayMs) });
      return giveUpTurn(this.#platform, turn, { outcome: error.code, reason: 'send_failed' });
    }
    this.#platform.log.error({ err: error, turn: turn.id }, 'a reply failed');
    if (turn.attempts + 1 >= mostAttempts) {
      return giveUpTurn(this.#platform, turn, { outcome: 'failed', reason: 'failed' });
    }
    return wait({ attempts: turn.attempts + 1, due_at: after(retryMs * 2 ** turn.attempts) });
  }
}
