import { findWorkspace, type Workspace } from '../../../platform/access/workspaces.ts';
import { NextAlarm } from '../../../platform/clock.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import { isSendingPaused } from '../../../platform/work/sending-pause.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { deliver, fetchMedia } from '../../inbox/index.ts';
import { answerTurn } from '../../replies/index.ts';
import { callHttp } from '../steps/call-http.ts';
import { findVersion } from '../store.ts';
import { advanceRun, type Next, storeFetched, takeResult } from './advance-run.ts';
import type { Input, Reason } from './run.ts';
import { findRunById, nextDue, type RunRow, runsWithEffect } from './runs.store.ts';
import { endRun } from './start-run.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    flowEngine: FlowEngine;
  }
}

/** Runs that are advanced at the same time: most of that time they wait for a commit or a provider. */
const concurrency = 32;
const readAhead = 2 * concurrency;
/** A channel that is away may come back: then the message is still wanted. */
const channelAwayMs = 30_000;
const awayForMs = dayMs;
const retryMs = 5_000;
const stopsWithinMs = 8_000;

/**
 * Takes the runs on: each is one at a time, and everything it does is on disk before. A run that waits is a row with a
 * moment in an index, and costs nothing until then.
 */
export class FlowEngine {
  readonly #platform: Platform;
  readonly #alarm: NextAlarm;
  readonly #ring = () => this.wake();
  readonly #running = new Map<string, Promise<void>>();
  /** Runs to look at although no moment of theirs has come. */
  readonly #poked = new Set<string>();
  /** Runs that were poked while they were being advanced. */
  readonly #again = new Set<string>();
  /** Until when (epoch ms) a run that could not go on is left alone. */
  readonly #resting = new Map<string, number>();
  #started = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#alarm = new NextAlarm(platform.clock, this.#ring);
    platform.database.onCommit(this.#ring);
  }

  /** Takes up what an earlier process had begun. */
  async start(): Promise<void> {
    for (const { id } of await runsWithEffect(this.#platform.database.read)) this.#poked.add(id);
    this.#started = true;
    this.wake();
  }

  /** Has the engine look at a run after the next commit. */
  poke(id: string): void {
    this.#poked.add(id);
    this.#resting.delete(id);
  }

  /** A channel is back: what rested because it was away goes on after the next commit. */
  refresh(): void {
    this.#resting.clear();
  }

  /** Looks again at what rests or waits: the clock by which that was reckoned was put back. */
  lookAnew(): void {
    for (const id of this.#resting.keys()) this.poke(id);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#started = false;
    this.#alarm.clear();
    const giveUp = new Promise((resolve) => setTimeout(resolve, stopsWithinMs).unref());
    await Promise.race([this.idle(), giveUp]);
  }

  /** Resolves when nothing that is due is left; for tests and a clean stop. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }

  /** Begins whatever is due now, as far as there is room. */
  wake(): void {
    if (!this.#started || this.#running.size >= concurrency) return;
    const { database, sending, clock } = this.#platform;
    const nowMs = clock.now().getTime();
    const [first] = nextDue(database.read, 1);
    const firstMs = first ? Date.parse(first.due_at ?? '') : Number.POSITIVE_INFINITY;
    const isDue = firstMs <= nowMs;
    if (first && !isDue) this.#alarm.by(firstMs);
    if (!isDue && this.#poked.size === 0) return;
    if (isSendingPaused(database.read)) {
      sending.whenResumed(this.#ring);
      return;
    }
    for (const id of this.#poked) {
      if (this.#running.has(id)) this.#again.add(id);
      else if (!this.#begin(id, nowMs)) continue;
      this.#poked.delete(id);
    }
    for (const { id, due_at: dueAt } of isDue ? nextDue(database.read, readAhead) : []) {
      const dueMs = Date.parse(dueAt ?? '');
      if (dueMs > nowMs) {
        this.#alarm.by(dueMs);
        break;
      }
      if (this.#running.size >= concurrency) break;
      if (!this.#running.has(id)) this.#begin(id, nowMs);
    }
  }

  #begin(id: string, nowMs: number): boolean {
    if (this.#running.size >= concurrency || !this.#started) return false;
    const restsUntil = this.#resting.get(id) ?? 0;
    if (restsUntil > nowMs) {
      this.#alarm.by(restsUntil);
      return false;
    }
    this.#resting.delete(id);
    const run = this.#advanceUnlessDeadly(id).finally(() => {
      this.#running.delete(id);
      if (this.#again.delete(id)) this.#poked.add(id);
      this.wake();
    });
    this.#running.set(id, run);
    return true;
  }

  async #advanceUnlessDeadly(id: string): Promise<void> {
    const { running, log } = this.#platform;
    const item: Item = { kind: 'flow', key: id };
    if (!running.suspects.isPoison(item)) return running.during(item, () => this.#advance(id));
    log.error({ run: id }, 'a run was set aside');
    const reason = { code: 'set_aside', message: 'The server died in this run too often' };
    const setAside = (work: Work) => running.suspects.setAside(work.db, item, work.now);
    await this.#fail(id, reason, setAside).catch((error) =>
      log.error({ err: error, run: id }, 'a run was not set aside'),
    );
  }

  async #advance(id: string): Promise<void> {
    try {
      let next: Next = { kind: 'again' };
      const workspace = await this.#workspaceOf(id);
      while (this.#started && next.kind !== 'rest') {
        // What is stored is on its way; what is not waits for the pause to end.
        if (next.kind !== 'deliver' && isSendingPaused(this.#platform.database.read)) {
          this.#poked.add(id);
          this.#platform.sending.whenResumed(this.#ring);
          return;
        }
        next = await this.#follow(id, workspace, next);
      }
      if (next.kind === 'rest' && next.againAtMs !== undefined) this.#restUntil(id, next.againAtMs);
    } catch (error) {
      await this.#putBack(id, error as Error).catch((cause) =>
        this.#platform.log.error({ err: cause, run: id }, 'the state of a run was not written'),
      );
    }
  }

  #restUntil(id: string, ms: number): void {
    this.#resting.set(id, ms);
    this.#poked.add(id);
    this.#alarm.by(ms);
  }

  async #follow(id: string, workspace: Workspace, next: Next): Promise<Next> {
    const row = findRunById(this.#platform.database.read, id);
    if (!row) return { kind: 'rest' };
    switch (next.kind) {
      case 'deliver': {
        await deliver(this.#platform, workspace, this.#actorOf(row), next.stored);
        return { kind: 'again' };
      }
      case 'fetch': {
        const media = await fetchMedia(this.#platform, workspace, next.draft.mediaUrl);
        return this.#within(id, workspace, (work, present) => storeFetched(this.#platform, work, present, media));
      }
      case 'call': {
        const { pending } = next;
        const result = await this.#call(row, pending);
        return this.#within(id, workspace, (work, present) => takeResult(work, present, pending.key, result));
      }
      default:
        return this.#step(id, workspace);
    }
  }

  /** One transaction; what a step was refused is answered in a second one. */
  async #step(id: string, workspace: Workspace): Promise<Next> {
    try {
      return await this.#within(id, workspace, (work, row) => advanceRun(this.#platform, work, row));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return this.#within(id, workspace, (work, row) => advanceRun(this.#platform, work, row, error));
    }
  }

  async #call(row: RunRow, pending: Extract<Next, { kind: 'call' }>['pending']): Promise<Input> {
    if (pending.kind === 'http') return callHttp(this.#platform, pending, pending.key);
    if (row.conversation_id !== null && pending.text !== '') {
      await answerTurn(this.#platform, row.workspace_id, row.conversation_id, pending.text, pending.key);
    }
    return { kind: 'done' };
  }

  #within(id: string, workspace: Workspace, run: (work: Work, row: RunRow) => Promise<Next>): Promise<Next> {
    const known = findRunById(this.#platform.database.read, id) as RunRow;
    return this.#platform.work(workspace, this.#actorOf(known), async (work) => {
      const row = findRunById(work.db, id);
      return row ? run(work, row) : { kind: 'rest' };
    });
  }

  async #workspaceOf(id: string): Promise<Workspace> {
    const { read } = this.#platform.database;
    const workspace = await findWorkspace(read, findRunById(read, id)?.workspace_id ?? '');
    if (!workspace) throw new Error(`The run ${id} has no workspace`);
    return workspace;
  }

  /** Events of a run carry its id, so that what they set off knows how deep it is. */
  #actorOf(row: RunRow): Actor {
    const { name } = findVersion(this.#platform.database.read, row.workspace_id, row.version_id);
    return { source: 'FLOW', id: row.id, name };
  }

  /** What passes by itself is tried again later; what does not ends the run. */
  async #putBack(id: string, error: Error): Promise<void> {
    const nowMs = this.#platform.clock.now().getTime();
    const row = findRunById(this.#platform.database.read, id);
    if (!row) return;
    const waitedMs = nowMs - Date.parse(row.updated_at);
    if (error instanceof Problem && passes(error) && waitedMs < awayForMs) {
      return this.#restUntil(id, nowMs + channelAwayMs);
    }
    if (!(error instanceof Problem)) {
      this.#platform.log.error({ err: error, run: id }, 'a run could not go on');
      if (waitedMs < retryMs * 6) return this.#restUntil(id, nowMs + retryMs);
    }
    const code = error instanceof Problem ? error.code : 'internal_error';
    const message = error instanceof Problem ? error.message : 'Something went wrong here';
    await this.#fail(id, { code, message });
  }

  async #fail(id: string, reason: Reason, also?: (work: Work) => Promise<void>): Promise<void> {
    await this.#within(id, await this.#workspaceOf(id), async (work, present) => {
      await endRun(work, present, 'FAILED', reason);
      await also?.(work);
      await work.db
        .updateTable('flow_runs')
        .set({ effect: null, message_id: null })
        .where('id', '=', id)
        .where('workspace_id', '=', work.workspace.id)
        .execute();
      return { kind: 'rest' };
    });
  }
}

/** Refusals that pass by themselves: a pause, a channel that is away, a full disk. */
const passes = ({ status }: Problem): boolean => status === 503 || status === 507;
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && !passes(error);
