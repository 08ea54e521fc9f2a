import { findWorkspace, type Workspace } from '../../../platform/access/workspaces.ts';
import { updateRows } from '../../../platform/database/workspace-rows.ts';
import { dayMs, secondMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { DueRunner } from '../../../platform/work/due-runner.ts';
import { isSendingPaused } from '../../../platform/work/sending-pause.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { deliver, fetchMedia } from '../../inbox/index.ts';
import { answerTurn } from '../../replies/index.ts';
import { callHttp } from '../steps/call-http.ts';
import { requireVersion } from '../versions/versions.store.ts';
import { advanceRun, type Next, reasonOf, storeFetched, takeResult, toNext } from './advance-run.ts';
import { callPerson } from './call-person.ts';
import type { Input, Reason } from './run.ts';
import { findRunById, nextDue, type RunRow, runsWithEffect } from './runs.store.ts';
import { endRun } from './start-run.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    flowEngine: FlowEngine;
  }
}

/** Limit of concurrent runs; most of the time they wait for a commit or a vendor. */
const concurrency = 32;
const readAhead = 2 * concurrency;
/** Wait before the next try while a channel is unreachable, and how long to keep trying. */
const channelAwayMs = 30 * secondMs;
const awayForMs = dayMs;
const retryMs = 5 * secondMs;
const stopsWithinMs = 8 * secondMs;

interface DueRun {
  id: string;
  dueMs: number;
}

/**
 * Advances the runs. A run takes one step at a time, and each effect is on disk before it is performed. A waiting run
 * is a row with a due time in an index and costs nothing until then.
 */
export class FlowEngine {
  readonly #platform: Platform;
  readonly #runner: DueRunner<DueRun>;
  /** Runs to advance although they are not due. */
  readonly #poked = new Set<string>();
  /** When (epoch ms) a run that could not continue is retried. */
  readonly #resting = new Map<string, number>();
  #isStopping = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#runner = new DueRunner(
      platform,
      {
        name: 'flows',
        room: (underWay) => concurrency - underWay,
        next: () => this.#listDue(),
        keyOf: (run) => run.id,
        dueMs: (run) => run.dueMs,
        itemOf: (run) => ({ kind: 'flow', key: run.id }),
        perform: (run) => this.#advance(run.id),
        setAside: (run) => this.#setAside(run.id),
        fail: (run, error) => this.#putBack(run.id, error),
      },
      { stopsWithinMs },
    );
    platform.database.onCommit(() => this.#noteCommit());
  }

  /** Resumes the runs whose effects an earlier process left unfinished. */
  async start(): Promise<void> {
    for (const { id } of await runsWithEffect(this.#platform.database.read)) this.#poked.add(id);
    this.#runner.start();
  }

  /** Advances a run after the next commit, even if it is not due. */
  poke(id: string): void {
    this.#poked.add(id);
    this.#resting.delete(id);
  }

  /** Called when a channel is back: resting runs are retried after the next commit. */
  refresh(): void {
    this.#resting.clear();
  }

  /** Called when the clock was set back, which makes the stored times wrong: retries resting runs, rereads due ones. */
  lookAnew(): void {
    for (const id of this.#resting.keys()) this.poke(id);
    this.wake();
  }

  wake(): void {
    this.#runner.wake();
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#runner.stop();
  }

  /** Resolves when no run is due; for tests. */
  idle(): Promise<void> {
    return this.#runner.idle();
  }

  /** Called after every commit; reads at most one row of an index. */
  #noteCommit(): void {
    const { database, clock } = this.#platform;
    const [first] = nextDue(database.read, 1);
    const dueMs = first ? Date.parse(first.due_at ?? '') : Number.POSITIVE_INFINITY;
    if (this.#poked.size > 0 || dueMs <= clock.now().getTime()) this.wake();
    else if (first) this.#runner.wakeBy(dueMs);
  }

  /** Poked runs and the next due ones, earliest first; a resting run is due when its rest ends. */
  #listDue(): DueRun[] {
    const poked = [...this.#poked].map((id) => ({ id, dueMs: this.#resting.get(id) ?? 0 }));
    const waiting = nextDue(this.#platform.database.read, readAhead).map(({ id, due_at: dueAt }) => ({
      id,
      dueMs: Math.max(Date.parse(dueAt ?? ''), this.#resting.get(id) ?? 0),
    }));
    return [...poked, ...waiting].sort((a, b) => a.dueMs - b.dueMs);
  }

  async #setAside(id: string): Promise<void> {
    const reason = { code: 'set_aside', message: 'The server died in this run too often' };
    await this.#fail(id, reason, (work) =>
      this.#platform.running.suspects.setAside(work.db, { kind: 'flow', key: id }, work.now),
    );
  }

  async #advance(id: string): Promise<void> {
    this.#poked.delete(id);
    this.#resting.delete(id);
    let next: Next = { kind: 'again' };
    const workspace = await this.#workspaceOf(id);
    while (!this.#isStopping && next.kind !== 'rest') {
      // A stored message is delivered even while sending is paused; everything else waits for the end of the pause.
      if (next.kind !== 'deliver' && isSendingPaused(this.#platform.database.read)) {
        this.#poked.add(id);
        return;
      }
      next = await this.#follow(id, workspace, next);
    }
    if (next.kind === 'rest' && next.againAtMs !== undefined) this.#restUntil(id, next.againAtMs);
  }

  #restUntil(id: string, ms: number): void {
    this.#resting.set(id, ms);
    this.#poked.add(id);
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
        return this.#within(id, workspace, (work, present) =>
          takeResult(this.#platform, work, present, pending.key, result),
        );
      }
      default:
        return this.#step(id, workspace);
    }
  }

  /** Advances the run in one transaction; if a step is rejected, handles the rejection in a second one. */
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

  /** The actor of a run's events carries its id, so that a run started by them knows its depth. */
  #actorOf(row: RunRow): Actor {
    const { name } = requireVersion(this.#platform.database.read, row.workspace_id, row.version_id);
    return { source: 'FLOW', id: row.id, name };
  }

  /** Retries the run later after a transient failure; any other failure ends it. */
  async #putBack(id: string, error: Error): Promise<void> {
    const nowMs = this.#platform.clock.now().getTime();
    const row = findRunById(this.#platform.database.read, id);
    if (!row) return;
    const waitedMs = nowMs - Date.parse(row.updated_at);
    if (error instanceof Problem && isTransient(error) && waitedMs < awayForMs) {
      return this.#restUntil(id, nowMs + channelAwayMs);
    }
    if (!(error instanceof Problem)) {
      this.#platform.log.error({ err: error, run: id }, 'a run could not go on');
      if (waitedMs < retryMs * 6) return this.#restUntil(id, nowMs + retryMs);
    }
    const unknown = { code: 'internal_error', message: 'Something went wrong here' };
    await this.#fail(id, error instanceof Problem ? reasonOf(error) : unknown);
  }

  async #fail(id: string, reason: Reason, also?: (work: Work) => Promise<void>): Promise<void> {
    const workspace = await this.#workspaceOf(id);
    const next = await this.#within(id, workspace, async (work, present) => {
      await endRun(work, present, 'FAILED', reason);
      await also?.(work);
      await updateRows(work.db, 'flow_runs', work.workspace.id, { id }, { effect: null, message_id: null });
      return toNext(await callPerson(this.#platform, work, present, reason));
    });
    if (next.kind === 'deliver') await this.#follow(id, workspace, next);
  }
}

/** Transient failures: paused sending, an unreachable channel, a full disk. */
const isTransient = ({ status }: Problem): boolean => status === 503 || status === 507;
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && !isTransient(error);
