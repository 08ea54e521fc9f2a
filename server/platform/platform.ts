import type { Config } from '../config.ts';
import { version } from '../version.ts';
import type { Secrets } from './access/secrets.ts';
import { findWorkspace, type Workspace } from './access/workspaces.ts';
import { BackupTasks } from './backup/backup-tasks.ts';
import { removeAbandonedStage } from './backup/restore-state.ts';
import type { Clock } from './clock.ts';
import { lockNewHome } from './database/data-folder.ts';
import type { Database, Db } from './database/database.ts';
import { DatabaseHealth } from './database/database-health.ts';
import { openLockedHome } from './database/open-home.ts';
import { describePlace, findRiskyPlace, type RiskyPlace } from './database/risky-place.ts';
import { StorageGuard } from './database/storage-guard.ts';
import type { WriteOptions } from './database/write-queue.ts';
import { Files } from './files/files.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';
import { arriveOnMachine } from './machine/home-machine.ts';
import { Lan } from './net/lan.ts';
import { OutboundClient } from './net/outbound-http.ts';
import { Problem } from './problem.ts';
import { forkChild, type StartChild } from './running/child-process.ts';
import { Running } from './running/running.ts';
import { readLeft } from './running/running-board.ts';
import { Suspects } from './running/suspects.ts';
import { collectProvided, type Provided, type Services } from './wiring.ts';
import { ClockWatch, type StoredWaits } from './work/clock-watch.ts';
import { Dispatcher, type Subscriber } from './work/dispatcher.ts';
import { insertEvent } from './work/events.ts';
import { insertJob, type Job, JobRunner } from './work/jobs.ts';
import { type Recurring, Scheduler } from './work/scheduler.ts';
import { SendingPause } from './work/sending-pause.ts';
import type { Actor, Work } from './work/work.ts';

/** Background work supplied by the areas. */
export interface BackgroundWork {
  jobs: Job<never>[];
  subscribers: Subscriber[];
  recurring: Recurring[];
  waits?: StoredWaits[];
  /** Extension points: what areas provide for areas below them. */
  provided?: Provided;
  /** Creates the services that live as long as the server; called once, after the platform is constructed. */
  services?: (platform: Platform) => Services;
}

export interface PlatformOptions {
  config: Config;
  clock: Clock;
  log: Log;
  /** Root key of the data folder when the desktop shell keeps it (`loadSecrets`). */
  rootKey?: string | null;
  /** How child processes are started; by default with Node's `fork`. */
  startChild?: StartChild;
}

/** Everything below the areas, for one data folder. */
export class Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly startChild: StartChild;
  readonly files: Files;
  readonly outbound: OutboundClient;
  readonly sending: SendingPause;
  readonly storage: StorageGuard;
  readonly health: DatabaseHealth;
  readonly running: Running;
  readonly jobs: JobRunner;
  readonly dispatcher: Dispatcher;
  readonly scheduler: Scheduler;
  readonly lan: Lan;
  /** Set if the database can be damaged where the data folder is. */
  readonly riskyPlace: RiskyPlace | null;
  readonly backups = new BackupTasks();
  /** True if this start found the folder on another machine or in another place: a server there may still be using it. */
  readonly hasArrived: boolean;
  /** What areas provide at an extension point. */
  readonly provided: Provided;
  readonly services: Services;
  /** Base URL of the server without a trailing slash; set once it listens. */
  baseUrl = '';
  readonly #clockWatch: ClockWatch;
  readonly #unlock: () => void;
  readonly #stopping = new AbortController();

  private constructor(
    parts: PlatformOptions & {
      database: Database;
      secrets: Secrets;
      hasArrived: boolean;
      unlock: () => void;
      riskyPlace: RiskyPlace | null;
    },
    background: BackgroundWork,
  ) {
    this.config = parts.config;
    this.clock = parts.clock;
    this.log = parts.log;
    this.database = parts.database;
    this.secrets = parts.secrets;
    this.startChild = parts.startChild ?? forkChild;
    this.hasArrived = parts.hasArrived;
    this.#unlock = parts.unlock;
    this.riskyPlace = parts.riskyPlace;
    this.files = new Files(parts.config.home);
    this.outbound = new OutboundClient({
      config: this.config,
      database: this.database,
      isFixedHost: (url) => this.provided('fixedHost').some((isFixed) => isFixed(url, this.config)),
    });
    this.sending = new SendingPause(this.database.read);
    this.storage = new StorageGuard(this);
    this.health = new DatabaseHealth(this);
    this.running = new Running(parts.config.home, new Suspects(this.database));
    this.scheduler = new Scheduler(this, background.recurring);
    this.jobs = new JobRunner(this, [...background.jobs, this.scheduler.job as unknown as Job<never>]);
    this.dispatcher = new Dispatcher(this, background.subscribers);
    this.#clockWatch = new ClockWatch(this, background.waits ?? []);
    this.lan = new Lan(this);
    this.provided = background.provided ?? collectProvided([]);
    this.services = background.services?.(this) ?? ({} as Services);
  }

  /**
   * Locks the data folder, migrates the schema and opens the database. Creates the folder and its first workspace if
   * missing.
   */
  static async open(options: PlatformOptions, background: BackgroundWork): Promise<Platform> {
    const { home } = options.config;
    const unlock = await lockNewHome(home);
    try {
      const now = options.clock.now().toISOString();
      const opened = await openLockedHome(home, now, options.rootKey);
      const hasArrived = await arriveOnMachine(opened.database, home, options.config.machine);
      const left = readLeft(home);
      const riskyPlace = await findRiskyPlace(home);
      if (riskyPlace) options.log.warn(`${describePlace(riskyPlace)}: move it to a folder of this computer's own disk`);
      const platform = new Platform({ ...options, ...opened, hasArrived, unlock, riskyPlace }, background);
      // Here rather than in `start`: areas start earlier and download waiting attachments.
      await platform.files.clearTemporary();
      await removeAbandonedStage(home).catch((error) => {
        options.log.error({ err: error }, 'what an interrupted restore left could not be removed');
      });
      await platform.running.suspects.start(left, now, version).catch((error) => {
        options.log.error({ err: error }, 'the crash of the last process was not attributed');
      });
      return platform;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Starts the background work. */
  async start(): Promise<void> {
    this.database.onCommit(() => {
      this.dispatcher.wake();
      this.jobs.wake();
    });
    await this.dispatcher.start();
    await this.jobs.start();
    // After every runner has reclaimed what the last process left unfinished.
    await this.#clockWatch.start();
    await this.scheduler.start();
    this.health.start();
  }

  /** Aborted when the server is about to stop; ends open-ended work such as streams, and interrupts jobs. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** After an uncaught error nothing may finish that the error may have spoilt, so this comes before all else. */
  announceStop(): void {
    this.running.close();
    this.#stopping.abort();
  }

  /** Stops the background work, waits for running work to finish and releases the data folder. */
  async stop(): Promise<void> {
    this.announceStop();
    this.#clockWatch.stop();
    await this.scheduler.stop();
    await this.jobs.stop();
    await this.dispatcher.stop();
    this.sending.stop();
    this.storage.stop();
    await this.health.stop();
    await this.outbound.close();
    await this.database.close();
    this.#unlock();
  }

  /** Runs a write that belongs to no workspace. */
  write<T>(run: (context: { db: Db; now: string }) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.database.write((db) => run({ db, now: this.clock.now().toISOString() }), options);
  }

  /** Runs a transaction of one workspace on behalf of one actor. Throws 401 if the workspace has been deleted. */
  async work<T>(workspace: Workspace, actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
    try {
      return await this.database.write((db) => run(this.workIn(db, workspace, actor)));
    } catch (error) {
      const isOrphan = (error as { code?: string } | null)?.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
      if (isOrphan && !(await findWorkspace(this.database.read, workspace.id))) {
        throw new Problem('unauthorized', 'The workspace was deleted');
      }
      throw error;
    }
  }

  /** Like `work`, for callers that know only the id; throws when the workspace is gone. */
  workFor<T>(workspaceId: string, actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
    return this.database.write(async (db) => {
      const workspace = await findWorkspace(db, workspaceId);
      if (!workspace) throw new Error(`No workspace ${workspaceId}`);
      return run(this.workIn(db, workspace, actor));
    });
  }

  /** The unit of work inside a transaction that is already open. */
  workIn(db: Db, workspace: Workspace, actor: Actor): Work {
    const now = this.clock.now().toISOString();
    return {
      db,
      workspace,
      actor,
      now,
      newId,
      secrets: this.secrets,
      provided: this.provided,
      emit: (event, data, previous) =>
        insertEvent(db, {
          id: newId('evt'),
          workspaceId: workspace.id,
          type: event.kind,
          source: actor.source,
          actorId: actor.id,
          actorName: actor.name,
          occurredAt: now,
          data: data as Record<string, unknown>,
          previous: (previous as Record<string, unknown>) ?? null,
          unconfirmed: actor.needsConfirmation ? 'ACTOR' : isMarked(data) ? 'DATA' : null,
        }),
      enqueue: (job, input, options) => insertJob({ db, now }, workspace.id, job, input, options),
    };
  }
}

/** True if a resource, or the contact in it, has unconfirmed entries. */
const isMarked = (data: unknown): boolean => {
  const { unconfirmed, contact } = data as { unconfirmed?: unknown; contact?: { unconfirmed?: unknown } | null };
  return Boolean(unconfirmed ?? contact?.unconfirmed);
};
