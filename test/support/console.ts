import { type CallOptions, Client, type TestApp } from './app.ts';

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
  const token = (await app.createLoginLink()).split('#')[1];
  const answer = await api.post('/owner/login', { token }, { key: null });
  if (answer.status !== 204) throw new Error(`The login was refused: ${JSON.stringify(answer.body)}`);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return new ConsoleClient(api.url, cookie);
}
