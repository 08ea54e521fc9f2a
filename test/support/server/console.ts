import { openSession, type SessionSecrets } from '../../../server/platform/access/console-sessions.ts';
import { findFirstOwner, type Role } from '../../../server/platform/access/users.ts';
import { type CallOptions, Client, type TestApp } from './app.ts';
import type { ServerProcess } from './processes.ts';

/** Calls the server like the console: with the session cookie and the page secret. */
export class ConsoleClient extends Client {
  readonly secrets: SessionSecrets;
  /** Headers of the page's requests. */
  readonly headers: Record<string, string>;

  constructor(url: string, secrets: SessionSecrets) {
    super(url, '');
    this.secrets = secrets;
    this.headers = { cookie: `frontdesk_session=${secrets.cookie}`, 'x-frontdesk-page': secrets.page };
  }

  override call(method: string, path: string, body?: unknown, options: CallOptions = {}) {
    const headers = { ...this.headers, 'sec-fetch-site': 'same-origin', ...options.headers };
    return super.call(method, path, body, { key: null, ...options, headers });
  }
}

/** Signs in by a one-time link. */
export async function signIn({ app, api }: Pick<TestApp, 'app' | 'api'>): Promise<ConsoleClient> {
  return signInByToken(api.url, (await app.createLoginLink()).split('#')[1]);
}

/** Opens a session of the first owner without signing in, which is limited and from another machine takes a passphrase. */
export async function openConsole(
  { app: { platform }, workspace, api }: Pick<TestApp, 'app' | 'workspace' | 'api'>,
  { isRemote = false } = {},
): Promise<ConsoleClient> {
  const { secrets } = await platform.write(async ({ db, now }) => {
    const { id: userId } = await findFirstOwner(db);
    const draft = { userId, workspaceId: workspace.id, isRemote, userAgent: '', address: '127.0.0.1' };
    return openSession(db, draft, now);
  });
  return new ConsoleClient(api.url, secrets);
}

/** Signs in with the newest link printed by the process. */
export async function signInAtProcess({ output }: Pick<ServerProcess, 'output'>): Promise<ConsoleClient> {
  const links = [...output.stdout.matchAll(/^Console: (http:\/\/[^/]+)\/login#(\S+)$/gm)];
  const [, url = '', token = ''] = links.at(-1) ?? [];
  return signInByToken(url, token);
}

/** Signs in with the token of a login link. */
export const signInByToken = (url: string, token: string | undefined): Promise<ConsoleClient> => logIn(url, { token });

/** A passphrase without weaknesses. */
export const goodPassphrase = 'forno lua sabão trilho';

/** Signs in by name and `goodPassphrase`. */
export const signInByName = (url: string, name: string): Promise<ConsoleClient> =>
  logIn(url, { name, passphrase: goodPassphrase });

/** Adds a person who has `goodPassphrase`, and signs in as that person. */
export async function addPerson(
  owner: ConsoleClient,
  name: string,
  role: Role = 'attendant',
): Promise<{ id: string; client: ConsoleClient }> {
  const { status, body } = await owner.post('/owner/people', { name, role, passphrase: goodPassphrase });
  if (status !== 201) throw new Error(`${name} was not added: ${JSON.stringify(body)}`);
  return { id: body.id, client: await signInByName(owner.url, name) };
}

async function logIn(url: string, login: object): Promise<ConsoleClient> {
  const answer = await new Client(url, '').post('/owner/login', login, { key: null });
  if (answer.status !== 200) throw new Error(`The login was refused: ${JSON.stringify(answer.body)}`);
  const [, cookie = ''] = /^frontdesk_session=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return new ConsoleClient(url, { cookie, page: answer.body.pageSecret });
}
