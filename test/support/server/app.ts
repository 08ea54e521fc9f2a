import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type App, createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import type { Area } from '../../../server/http/area.ts';
import { createKey } from '../../../server/platform/access/api-keys.ts';
import { insertWorkspace, listWorkspaces, type Workspace } from '../../../server/platform/access/workspaces.ts';
import type { Clock } from '../../../server/platform/clock.ts';
import { type EventRecord, toEventRecord } from '../../../server/platform/work/events.ts';
import { findUntold } from '../contract/documented.ts';
import { atFileEnd } from '../environment/file-end.ts';
import { temporaryFolder } from '../environment/temporary-folder.ts';
import { ManualClock } from './clock.ts';
import { findMiscounts } from './find-miscounts.ts';
import { forgetMachine } from './forget-machine.ts';

/** A JSON response; tests type `body` as they read it. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  body: any;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Another key than the client's; null sends none. */
  key?: string | null;
}

/** Calls the API of one server with one key. Throws on a response that the API document does not contain. */
export class Client {
  readonly url: string;
  readonly key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, undefined, options);
  post = (path: string, body?: unknown, options?: CallOptions) => this.call('POST', path, body, options);
  put = (path: string, body?: unknown, options?: CallOptions) => this.call('PUT', path, body, options);
  patch = (path: string, body?: unknown, options?: CallOptions) => this.call('PATCH', path, body, options);
  delete = (path: string, options?: CallOptions) => this.call('DELETE', path, undefined, options);

  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const key = options.key === undefined ? this.key : options.key;
    const isForm = body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
    const untold = findUntold(method, path, answer.status, answer.body.code);
    if (untold) throw new Error(untold);
    return answer;
  }

  /** Uploads bytes as the form field `file`. */
  upload(path: string, bytes: Uint8Array | string, name: string, field = 'file', options?: CallOptions) {
    const form = new FormData();
    form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    return this.call('POST', path, form, options);
  }
}

export interface TestApp {
  app: App;
  api: Client;
  workspace: Workspace;
  home: string;
  /** A client of a further workspace on the same server. */
  otherWorkspace(): Promise<Client>;
  /** A client of the first workspace whose key has these scopes. */
  withScopes(...scopes: string[]): Promise<Client>;
  /** Returns the event log of the first workspace, oldest first, after all due work is done. */
  events(...types: string[]): Promise<EventRecord[]>;
  /** Resolves when events are dispatched and due jobs done. */
  settle(): Promise<void>;
}

export interface TestAppOptions {
  clock?: Clock;
  env?: Record<string, string>;
  home?: string;
  areas?: readonly Area[];
}

const startConfig = (home: string, env: Record<string, string> = {}) =>
  readConfig({
    FRONTDESK_HOME: home,
    FRONTDESK_PORT: '0',
    FRONTDESK_LOG: process.env.FRONTDESK_LOG ?? 'silent',
    FRONTDESK_RATE_LIMIT: 'off',
    FRONTDESK_OUTBOUND_ALLOW: '*',
    ...env,
  });

/** A data folder that was started once; tests copy it to skip the migrations. */
let startedHome: Promise<string> | undefined;

async function startOnce(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'frontdesk-started-'));
  const app = await createApp({ config: startConfig(home), clock: new ManualClock('2020-01-01T00:00:00.000Z') });
  await app.stop();
  forgetMachine(home);
  return home;
}

async function copyStarted(home: string): Promise<void> {
  startedHome ??= startOnce();
  await cp(await startedHome, home, { recursive: true });
}

/** Where the workspaces of tests are. */
const place = { timezone: 'America/Sao_Paulo', country: 'BR', language: 'pt' } as const;

interface Server {
  app: App;
  url: string;
  home: string;
}

async function startServer(home: string, options: TestAppOptions): Promise<Server> {
  const app = await createApp({ config: startConfig(home, options.env), clock: options.clock, areas: options.areas });
  const { platform } = app;
  await platform.write(({ db, now }) =>
    db
      .updateTable('workspaces')
      .set({ ...place, created_at: now })
      .execute(),
  );
  if (!options.home) {
    // All recurring work has just run: the copy does not catch up, for example with last night's backup.
    await platform.write(({ db, now }) => db.updateTable('schedules').set({ last_run_at: now }).execute());
  }
  const { url } = await app.listen();
  // Recurring work runs when a test calls `tick`, not at each minute of the machine's clock.
  await platform.scheduler.stop();
  return { app, url, home };
}

/** Stops a server. Throws when a count that the database keeps is wrong after what the test did. */
async function stopServer({ app }: Server): Promise<void> {
  // Some tests close or damage the database themselves.
  const miscounts = await findMiscounts(app.platform.database.read).catch(() => []);
  await app.stop();
  if (miscounts.length > 0) throw new Error(`Wrong counts: ${JSON.stringify(miscounts)}`);
}

/** The server that the tests of the running file share (see `openWorkspace`). */
let shared: Promise<Server> | undefined;

async function startShared(): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'frontdesk-shared-'));
  await copyStarted(home);
  const server = await startServer(home, {});
  atFileEnd(async () => {
    shared = undefined;
    await stopServer(server);
    await rm(home, { recursive: true, force: true });
  });
  return server;
}

/**
 * Creates a workspace for one test (São Paulo, Portuguese, unless `country` is another), with a key with all scopes, on
 * a server that the tests of the file share, since starting one costs more than most tests. A test needs its own server
 * (`startApp`) if it stops or configures it, moves its clock, or looks at what all workspaces share.
 */
export async function openWorkspace({ country = place.country }: { country?: string } = {}): Promise<TestApp> {
  shared ??= startShared();
  const server = await shared;
  const { platform } = server.app;
  const workspace = await platform.write(({ db, now }) =>
    insertWorkspace(db, { name: 'My shop', ...place, country }, now),
  );
  return enter(server, workspace);
}

/** Starts a server on its own database file, with one workspace (São Paulo, Portuguese) and a key with all scopes. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const home = options.home ?? (await temporaryFolder());
  if (!options.home) await copyStarted(home);
  const server = await startServer(home, options);
  onTestFinished(() => stopServer(server));
  return enter(server, (await listWorkspaces(server.app.platform.database.read))[0] as Workspace);
}

async function enter({ app, url, home }: Server, workspace: Workspace): Promise<TestApp> {
  const { platform } = app;

  const makeClient = async (workspaceId: string, scopes: string[]): Promise<Client> => {
    const { key } = await platform.write(({ db, now }) =>
      createKey(db, { workspaceId, name: 'test', scopes, expiresAt: null, now }),
    );
    return new Client(url, key);
  };

  const settle = async () => {
    for (let round = 0; round < 3; round++) {
      // The simulated phones store messages after the sender's response.
      await platform.write(async () => {});
      await platform.services.channelHub.inbox.idle();
      await platform.dispatcher.idle();
      await platform.jobs.idle();
    }
  };

  return {
    app,
    home,
    workspace,
    settle,
    api: await makeClient(workspace.id, ['all']),
    withScopes: (...scopes) => makeClient(workspace.id, scopes),
    async otherWorkspace() {
      const other = await platform.write(({ db, now }) => insertWorkspace(db, { name: 'Other', ...place }, now));
      return makeClient(other.id, ['all']);
    },
    async events(...types) {
      await settle();
      const rows = await platform.database.read
        .selectFrom('events')
        .selectAll()
        .where('workspace_id', '=', workspace.id)
        .orderBy('seq')
        .execute();
      return rows.map(toEventRecord).filter((event) => types.length === 0 || types.includes(event.type));
    },
  };
}

/** Longer than anything takes on a very busy machine. */
const patienceMs = 60_000;

/** Waits until `check` returns a truthy value; fails the test after `timeoutMs`. */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = patienceMs,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  // Most things happen at once; a long wait must not take the CPU from what it waits for.
  for (let pauseMs = 4; ; pauseMs = Math.min(pauseMs * 1.5, 50)) {
    const value = await check();
    if (value) return value;
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
