import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { areas } from './areas/index.ts';
import type { Config } from './config.ts';
import type { Area } from './http/area.ts';
import { mountDocs } from './http/docs.ts';
import { assignRequestId, refuseForeignSites } from './http/guards.ts';
import { cleanIdempotencyKeys } from './http/idempotency.ts';
import { mountOperations } from './http/mount.ts';
import type { Operations } from './http/operation.ts';
import { sendProblem } from './http/problems.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { housekeeping } from './platform/housekeeping.ts';
import { createLog, type Log } from './platform/log.ts';
import { serveMedia } from './platform/media-links.ts';
import { Platform } from './platform/platform.ts';
import { Problem } from './platform/problem.ts';
import { version } from './version.ts';

export interface App {
  platform: Platform;
  /** Serves on the configured host and port; port 0 takes a free one. */
  listen(): Promise<{ url: string }>;
  /** Stops accepting, finishes what runs, closes the data folder. */
  stop(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  clock?: Clock;
  log?: Log;
}

/** Opens the data folder and assembles the server; nothing is served before `listen`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock = systemClock, log = createLog(config.logLevel) } = options;
  const platform = await Platform.open(
    { config, clock, log },
    {
      jobs: areas.flatMap((area) => area.jobs ?? []),
      subscribers: areas.flatMap((area) => area.subscribers ?? []),
      recurring: [
        ...housekeeping,
        { name: 'idempotency keys', cron: '17 * * * *', run: (target) => cleanIdempotencyKeys(target) },
        ...areas.flatMap((area) => area.recurring ?? []),
      ],
    },
  );
  await cleanIdempotencyKeys(platform, { atStart: true });
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10 * 60_000, connectionsCheckingInterval: 5_000 },
    assemble(platform, areas),
  );
  server.maxConnections = 500;
  return {
    platform,
    async listen() {
      for (const area of areas) await area.start?.(platform);
      await platform.start();
      const url = await listenOn(server, config);
      platform.baseUrl = config.publicUrl?.replace(/\/$/, '') ?? url;
      return { url };
    },
    async stop() {
      await closeServer(server);
      for (const area of areas.toReversed()) await area.stop?.(platform);
      await platform.stop();
    },
  };
}

function assemble(platform: Platform, allAreas: Area[]): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(assignRequestId);
  app.use(refuseForeignSites(platform));
  app.get('/healthz', (_request, response) => {
    response.json({ status: platform.storage.isFull ? 'degraded' : 'ok', version });
  });
  app.use(mountDocs(platform, allAreas, version));
  app.use(mountOperations(platform, allOperations(allAreas)));
  app.get('/media/:token', serveMedia(platform));
  for (const area of allAreas) if (area.routes) app.use(area.routes(platform));
  app.use((_request, response) => {
    sendProblem(response, response.locals.requestId, new Problem('not_found', 'There is nothing here'), platform.log);
  });
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    sendProblem(response, response.locals.requestId, error, platform.log);
  };
  app.use(onError);
  return app;
}

/** All operations by their id; two areas with one id, or one path twice, is a mistake found at the start. */
export function allOperations(list: Area[]): Operations {
  const all: Operations = {};
  const routes = new Set<string>();
  for (const area of list) {
    for (const [operationId, spec] of Object.entries(area.operations ?? {})) {
      const route = `${spec.method} ${spec.path}`;
      if (operationId in all || routes.has(route)) throw new Error(`${operationId} (${route}) is declared twice`);
      all[operationId] = spec;
      routes.add(route);
    }
  }
  return all;
}

function listenOn(server: Server, { host, port }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { address, port: actual } = server.address() as AddressInfo;
      resolve(`http://${address.includes(':') ? `[${address}]` : address}:${actual}`);
    });
  });
}

/** Lets requests that run finish; idle keep-alive connections would hold the close up and are cut. */
function closeServer(server: Server): Promise<void> {
  const patienceMs = 8_000;
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    const force = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
