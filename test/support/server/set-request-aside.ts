import { findKey, hashKey } from '../../../server/platform/access/api-keys.ts';
import { requestItem } from '../../../server/platform/running/running-board.ts';
import { mostDeaths } from '../../../server/platform/running/suspects.ts';
import { version } from '../../../server/version.ts';
import type { Client, TestApp } from './app.ts';

/** Returns the id of a client's key. */
export async function keyIdOf({ app }: Pick<TestApp, 'app'>, { key }: Pick<Client, 'key'>): Promise<string> {
  const found = await findKey(app.platform.database.read, hashKey(key));
  if (!found) throw new Error('The key is unknown');
  return found.key_id;
}

/** Simulates a start after the server died while running these operations of a caller at the same time. */
export async function dieIn(
  { app }: Pick<TestApp, 'app'>,
  callerId: string,
  operationIds: string[],
  program = version,
): Promise<void> {
  const { running, clock } = app.platform;
  const entries = operationIds.map((id, order) => ({ ...requestItem(id, callerId), state: 'active' as const, order }));
  await running.suspects.start({ hungAt: null, entries }, clock.now().toISOString(), program);
}

/** Sets an operation aside for the shop's first key. */
export async function setRequestAside(shop: TestApp, operationId: string): Promise<void> {
  const id = await keyIdOf(shop, shop.api);
  for (let death = 0; death < mostDeaths; death++) await dieIn(shop, id, [operationId]);
}
