import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../environment/temporary-folder.ts';
import { Client } from '../server/app.ts';
import { ConsoleClient, signInAtProcess } from '../server/console.ts';
import { cliJson, type ServerProcess, startServerProcess } from '../server/processes.ts';

export const poisonFile = fileURLToPath(new URL('./poison.ts', import.meta.url));

/** Content that breaks the server: which text, parsed by which file, with which effect. See `poison.ts`. */
export interface Poison {
  text: string;
  file: string;
  effect: 'hang' | 'kill' | 'throw' | 'block';
}

/** Patience of the watchdog: short for a test, long enough for a shared machine. */
const patienceMs = 3_000;
const giveUpAfterMs = 150_000;

/** A server process that is restarted after each crash, as by its launcher and the desktop shell. */
export class Phoenix {
  readonly home: string;
  readonly #key: string;
  readonly #env: Record<string, string>;
  #server: ServerProcess | null = null;
  #isAlive = false;
  #secrets: ConsoleClient['secrets'] | null = null;
  deaths = 0;

  private constructor(home: string, key: string, env: Record<string, string>) {
    this.home = home;
    this.#key = key;
    this.#env = env;
  }

  static async start(poison: Poison | null, env: Record<string, string> = {}): Promise<Phoenix> {
    const home = await temporaryFolder();
    const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
    const planted = poison && {
      NODE_OPTIONS: `--import ${poisonFile}`,
      ...{ POISON_TEXT: poison.text, POISON_FILE: poison.file, POISON_EFFECT: poison.effect },
    };
    return new Phoenix(home, key, {
      ...{ NODE_ENV: 'test', FRONTDESK_TEST_PATIENCE_MS: String(patienceMs), FRONTDESK_RATE_LIMIT: 'off' },
      ...planted,
      ...env,
    });
  }

  /** The same data folder under a server without poison. */
  withoutPoison(): Phoenix {
    return new Phoenix(this.home, this.#key, { ...this.#env, POISON_TEXT: '' });
  }

  /** The running process, started if there is none. */
  async server(): Promise<ServerProcess> {
    while (!this.#server || !this.#isAlive) {
      this.#server = await startServerProcess(this.home, this.#env).catch(() => null);
      if (!this.#server) {
        this.deaths += 1;
        continue;
      }
      this.#isAlive = true;
      this.#server.ended.then(() => {
        this.#isAlive = false;
        this.deaths += 1;
      });
    }
    return this.#server;
  }

  async api(): Promise<Client> {
    return new Client((await this.server()).url, this.#key);
  }

  /** The owner's session outlives the process. */
  async owner(): Promise<ConsoleClient> {
    const server = await this.server();
    this.#secrets ??= (await signInAtProcess(server)).secrets;
    return new ConsoleClient(server.url, this.#secrets);
  }

  /** Repeats a request until it returns a value, across any number of crashes. */
  async until<T>(ask: (api: Client) => Promise<T | null | undefined | false>): Promise<T> {
    const deadline = Date.now() + giveUpAfterMs;
    for (;;) {
      const answer = await this.api()
        .then(ask)
        .catch(() => null);
      if (answer) return answer;
      if (Date.now() > deadline) throw new Error(`It did not happen in time; ${this.deaths} deaths`);
      await sleep(200);
    }
  }

  async end(signal?: NodeJS.Signals): Promise<number | null> {
    return (await this.server()).end(signal);
  }
}
