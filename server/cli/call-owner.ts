import type { App } from '../app.ts';
import { createLoginToken, pageHeader } from '../platform/access/console-sessions.ts';
import { LockedError } from '../platform/database/lock.ts';
import { assertOwnServer } from './assert-own-server.ts';
import { type Call, CommandError } from './command.ts';
import { assertHasData, openHome } from './open-home.ts';

/**
 * Calls an owner operation like the console does: at the server that uses this data folder, else at one started for
 * this call. Throws `CommandError` with the server's message when it refuses.
 */
export async function callOwner(call: Call, method: string, path: string, body: object): Promise<unknown> {
  assertHasData(call);
  const running = `http://127.0.0.1:${call.config.port}`;
  const config = { ...call.config, host: '127.0.0.1', port: 0, logLevel: 'error' as const };
  // Imported lazily: the whole server takes a second to load, which other commands should not pay.
  const { createApp } = await import('../app.ts');
  let app: App;
  try {
    app = await createApp({ config });
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    await assertOwnServer(call, running).catch(sayUnreachable(running));
    return request(call, running, method, path, body);
  }
  try {
    const { url } = await app.listen();
    return await request(call, url, method, path, body);
  } finally {
    await app.stop();
  }
}

async function request(call: Call, url: string, method: string, path: string, body: object): Promise<unknown> {
  const token = await openHome(call, (database) => database.write((db) => createLoginToken(db, call.now)));
  const login = await send(url, 'POST', '/owner/login', { token });
  const { pageSecret } = (await login.json()) as { pageSecret: string };
  const session = { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '', [pageHeader]: pageSecret };
  const response = await send(url, method, path, body, session);
  await send(url, 'POST', '/owner/logout', undefined, session);
  return response.status === 204 ? null : response.json();
}

const sayUnreachable =
  (url: string) =>
  (error: unknown): never => {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `A server uses this data folder but is not reachable at ${url}: set FRONTDESK_PORT to its port`,
    );
  };

async function send(
  url: string,
  method: string,
  path: string,
  body?: object,
  session: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(url + path, {
    method,
    headers: { ...session, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(sayUnreachable(url));
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; title?: string };
  throw new CommandError(problem.detail || problem.title || `The server returned status ${response.status}`);
}
