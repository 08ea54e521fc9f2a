import { type CallOptions, Client, type TestApp } from './app.ts';
import type { ServerProcess } from './processes.ts';

/** Calls the server as the console does: by its session's cookie. */
export class ConsoleClient extends Client {
  readonly cookie: string;

  constructor(url: string, cookie: string) {
    super(url, '');
    this.cookie = cookie;
  }

  override call(method: string, path: string, body?: unknown, options: CallOptions = {}) {
    const headers = { cookie: this.cookie, 'sec-fetch-site': 'same-origin', ...options.headers };
    return super.call(method, path, body, { key: null, ...options, headers });
  }
}

/** Signs in by a one-time link. */
export async function signIn({ app, api }: Pick<TestApp, 'app' | 'api'>): Promise<ConsoleClient> {
  return follow(api.url, (await app.createLoginLink()).split('#')[1]);
}

/** Signs in by the newest link that the process has printed. */
export async function signInAtProcess({ output }: Pick<ServerProcess, 'output'>): Promise<ConsoleClient> {
  const links = [...output.stdout.matchAll(/^Console: (http:\/\/[^/]+)\/login#(\S+)$/gm)];
  const [, url = '', token = ''] = links.at(-1) ?? [];
  return follow(url, token);
}

async function follow(url: string, token: string | undefined): Promise<ConsoleClient> {
  const answer = await new Client(url, '').post('/owner/login', { token }, { key: null });
  if (answer.status !== 204) throw new Error(`The login was refused: ${JSON.stringify(answer.body)}`);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return new ConsoleClient(url, cookie);
}
