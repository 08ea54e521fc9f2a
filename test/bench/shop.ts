import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../server/platform/database/database.ts';
import { forgetMachine } from '../support/server/forget-machine.ts';
import { seedConversations } from './seed.ts';
import { cli, startFrontdesk } from './support.ts';

export interface Shop {
  key: string;
  conversationIds: string[];
  file: string;
}

/** Where the benches of one run keep a shop that several of them need; see `run.ts`. */
const keptFolder = process.env.BENCH_SHOPS;
/** Smaller ones are filled sooner than copied. */
const keptFrom = 100_000;

/** A data folder with one connected channel and this many conversations; its server is stopped. */
export async function prepareShop(home: string, conversations: number, messagesEach: number): Promise<Shop> {
  if (keptFolder === undefined || conversations < keptFrom) return fillShop(home, conversations, messagesEach);
  const kept = join(keptFolder, `${conversations}-${messagesEach}`);
  const [keptHome, keptShop] = [join(kept, 'home'), join(kept, 'shop.json')];
  if (!existsSync(keptShop)) {
    await mkdir(keptHome, { recursive: true });
    await writeFile(keptShop, JSON.stringify(await fillShop(keptHome, conversations, messagesEach)));
  }
  await cp(keptHome, home, { recursive: true });
  forgetMachine(home);
  return { ...JSON.parse(await readFile(keptShop, 'utf8')), file: databaseFile(home) };
}

async function fillShop(home: string, conversations: number, messagesEach: number): Promise<Shop> {
  const { key, workspaceId } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const server = await startFrontdesk(home);
  const response = await fetch(`${server.url}/api/channels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', provider: '<QR_PROVIDER>' }),
  });
  const channel = (await response.json()) as { id: string };
  const ask = async (path: string, body?: object): Promise<{ qr: string }> => {
    const answer = await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as { qr: string };
  };
  const { qr } = await ask(`/api/channels/${channel.id}/qr`);
  await ask(`/api/simulator/channels/${channel.id}/scan`, { qr });
  await server.stop();
  const file = databaseFile(home);
  withoutBackups(file);
  return { key, file, conversationIds: seedConversations(file, workspaceId, channel.id, conversations, messagesEach) };
}

/** A new shop makes its first nightly backup within a quarter of an hour, which would run beside what is measured. */
function withoutBackups(file: string): void {
  const db = openSqlite(file);
  const settings = JSON.stringify({ folder: null, enabled: false, hour: 3 });
  db.prepare("insert into settings (key, value) values ('backups', ?)").run(settings);
  db.close();
}
