import type { SessionSecrets } from '../../../server/platform/access/console-sessions.ts';
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

/** Signs in with the newest link printed by the process. */
export async function signInAtProcess({ output }: Pick<ServerProcess, 'output'>): Promise<ConsoleClient> {
  const links = [...output.stdout.matchAll(/^Console: (http:\/\/[^/]+)\/login#(\S+)$/gm)];
  const [, url = '', token = ''] = links.at(-1) ?? [];
  return signInByToken(url, token);
}

/** Signs in with the token of a login link. */
export async function signInByToken(url: string, token: string | undefined): Promise<ConsoleClient> {
  const answer = await new Client(url, '').post('/owner/login', { token }, { key: null });
  if (answer.status !== 200) throw new Error(`The login was refused: ${JSON.stringify(answer.body)}`);
  const [, cookie = ''] = /^frontdesk_session=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return new ConsoleClient(url, { cookie, page: answer.body.pageSecret });
}
