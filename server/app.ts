import express, { type ErrorRequestHandler } from 'express';
import { events } from './areas/events.ts';
import { areas as productAreas } from './areas/index.ts';
import { type Config, rememberPort } from './config.ts';
import { assignRequestId, readTarget, refuseForeignSites } from './http/access/guards.ts';
import { idempotencyRetention, noteInterrupted } from './http/access/idempotency.ts';
import type { Area } from './http/area.ts';
import { serveClient } from './http/client-package.ts';
import { drainAfterResponse } from './http/connections/drain.ts';
import { Listeners } from './http/connections/listeners.ts';
import { serveConsole } from './http/console.ts';
import { mountDocs } from './http/docs.ts';
import { mountOperations } from './http/mount.ts';
import type { Operations } from './http/operation.ts';
import { sendProblem } from './http/send-problem.ts';
import { httpServices } from './http/services.ts';
import { createLoginToken, loginLink } from './platform/access/console-sessions.ts';
import { proveServer } from './platform/access/server-proof.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { serveMedia } from './platform/files/media-links.ts';
import { createLog, type Log } from './platform/log.ts';
import { hostAndPort, isWildcard } from './platform/net/network-addresses.ts';
import { Platform, type PlatformOptions } from './platform/platform.ts';
import { Problem } from './platform/problem.ts';
import { collectProvided, type Services } from './platform/wiring.ts';
import { housekeeping, platformRetention } from './platform/work/housekeeping.ts';
import { deleteExpired } from './platform/work/retention.ts';
import { version } from './version.ts';

export interface App {
  platform: Platform;
  /** Starts serving on the configured host and port; port 0 picks a free one. */
  listen(): Promise<{ url: string }>;
  /** Creates a link that signs the first owner in, in a browser on this machine, once, within an hour. */
  createLoginLink(): Promise<string>;
  /** Stops accepting requests, finishes running ones and closes the data folder. */
  stop(): Promise<void>;
}

export interface AppOptions extends Pick<PlatformOptions, 'rootKey' | 'startChild'> {
  config: Config;
  clock?: Clock;
  log?: Log;
  /** Defaults to the product's areas; tests add or replace some. */
  areas?: readonly Area[];
}

/** Opens the data folder and assembles the server; `listen` starts serving. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock = systemClock, log = createLog(config.logLevel), areas = productAreas, ...kept } = options;
  const retention = [...platformRetention, idempotencyRetention, ...areas.flatMap((area) => area.retention ?? [])];
  const platform = await Platform.open(
    { config, clock, log, ...kept },
    {
      jobs: areas.flatMap((area) => area.jobs ?? []),
      subscribers: areas.flatMap((area) => area.subscribers ?? []),
      recurring: [
        ...housekeeping,
        { name: 'old rows', cron: '23 4 * * *', run: (one) => deleteExpired(one, retention) },
        ...areas.flatMap((area) => area.recurring ?? []),
      ],
      waits: areas.flatMap((area) => area.waits ?? []),
      provided: collectProvided(areas.map((area) => area.provides ?? {})),
      services: (one) =>
        Object.assign(
          { operations: allOperations(areas), ownerOperations: ownerOperations(areas) },
          httpServices(one),
          ...areas.map((area) => area.services?.(one)),
        ) as Services,
    },
  );
  await noteInterrupted(platform);
  const listeners = new Listeners(assemble(platform, areas), log, {
    isExpected: (request) => areas.some((area) => area.expects?.(platform, request)),
  });
  let localUrl = '';
  return {
    platform,
    async listen() {
      for (const area of areas) await area.start?.(platform);
      await platform.start();
      // A wildcard host means that LAN access is on: its addresses are opened one by one (see `lan.ts`).
      const host = isWildcard(config.host) ? '127.0.0.1' : config.host;
      const port = await listenOnPort(listeners, host, config, log);
      localUrl = `http://${hostAndPort(host, port)}`;
      platform.baseUrl = config.publicUrl?.replace(/\/$/, '') ?? localUrl;
      await platform.lan.start(listeners, port);
      return { url: `http://${hostAndPort(config.host, port)}` };
    },
    async createLoginLink() {
      return loginLink(localUrl, await platform.write(({ db, now }) => createLoginToken(db, now)));
    },
    async stop() {
      platform.announceStop();
      await platform.lan.stop();
      await listeners.close();
      for (const area of areas.toReversed()) await area.stop?.(platform);
      await platform.stop();
    },
  };
}

/** Ports that are tried where the usual one is taken: every second one, since https of the local network has the next. */
const portStep = 2;
const mostPorts = 20;

/**
 * Serves at the configured port, or at the next free one unless the owner has chosen it, and remembers where. Another
 * user of the machine may run Frontdesk too, and Windows reserves ranges of ports (EACCES).
 */
async function listenOnPort(listeners: Listeners, host: string, config: Config, log: Log): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const wanted = config.port + tries * portStep;
    try {
      const port = await listeners.listen(host, wanted);
      if (tries > 0) {
        log.warn(`port ${config.port} is taken: Frontdesk uses ${port} from now on`);
        await rememberPort(config.home, port);
      }
      return port;
    } catch (error) {
      const isTaken = ['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!isTaken || !config.mayMovePort || tries >= mostPorts || wanted + portStep > 65_535) throw error;
    }
  }
}

function assemble(platform: Platform, allAreas: readonly Area[]): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(drainAfterResponse);
  app.use(assignRequestId);
  app.use(readTarget(platform));
  app.use(refuseForeignSites(platform));
  app.get('/healthz', async (request, response) => {
    const { nonce } = request.query;
    const port = request.socket.localPort ?? 0;
    const proof = typeof nonce === 'string' ? await proveServer(platform.database.read, { nonce, port }) : null;
    const problems = [
      ...(platform.storage.isFull ? ['disk_full'] : []),
      ...(platform.health.damage === null ? [] : ['database_damaged']),
    ];
    response.json({
      status: problems.length > 0 ? 'degraded' : 'ok',
      ...(problems.length > 0 ? { problems } : {}),
      version,
      ...(proof === null ? {} : { proof }),
    });
  });
  const { operations, ownerOperations } = platform.services;
  app.use(mountOperations(platform, { ...operations, ...ownerOperations }));
  app.use(serveClient(platform));
  app.use(mountDocs(platform, allAreas, events, version));
  app.get('/media/:token', serveMedia(platform));
  for (const area of allAreas) if (area.routes) app.use(area.routes(platform));
  app.use(serveConsole());
  app.use((_request, response) => {
    sendProblem(response, response.locals.requestId, new Problem('not_found', 'There is nothing here'), platform.log);
  });
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    sendProblem(response, response.locals.requestId, error, platform.log);
  };
  app.use(onError);
  return app;
}

/** Returns all API operations by id; throws at startup when two share an id or a route. */
export function allOperations(list: readonly Area[]): Operations {
  return collect(list, (area) => area.operations ?? {});
}

const ownerOperations = (list: readonly Area[]): Operations => collect(list, (area) => area.ownerOperations ?? {});

function collect(list: readonly Area[], pick: (area: Area) => Operations): Operations {
  const all: Operations = {};
  const routes = new Set<string>();
  for (const area of list) {
    for (const [operationId, spec] of Object.entries(pick(area))) {
      const route = `${spec.method} ${spec.path}`;
      if (operationId in all || routes.has(route)) throw new Error(`${operationId} (${route}) is declared twice`);
      all[operationId] = spec;
      routes.add(route);
    }
  }
  return all;
}
