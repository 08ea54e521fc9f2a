import { findConversation } from '../../../server/areas/inbox/store.ts';
import { Database } from '../../../server/platform/database/database.ts';
import { prepareShop } from '../shop.ts';
import { median, round, withTemporaryHome, writeResults } from '../support.ts';

/** One conversation with its contact and channel: plain Kysely, a prepared join, and a join with hidden parameters. */
const rounds = 5;

await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 10_000, 1);
  const database = new Database(shop.file);
  const db = database.read;
  const row = await db.selectFrom('conversations').select('workspace_id').limit(1).executeTakeFirstOrThrow();
  const workspaceId = row.workspace_id;
  const join = (id: string) =>
    db
      .selectFrom('conversations as v')
      .innerJoin('contacts as c', 'c.id', 'v.contact_id')
      .innerJoin('channels as h', 'h.id', 'v.channel_id')
      .selectAll('v')
      .select(['c.phone', 'c.name', 'h.provider'])
      .where('v.workspace_id', '=', workspaceId)
      .where('v.id', '=', id);
  const microseconds = async (run: (id: string) => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let turn = 0; turn < rounds; turn++) {
      const startedAt = performance.now();
      for (const id of shop.conversationIds) await run(id);
      times.push(((performance.now() - startedAt) * 1_000) / shop.conversationIds.length);
    }
    return median(times);
  };
  const kysely = await microseconds((id) => join(id).executeTakeFirst());
  const hidden = await microseconds((id) => findConversation(db, workspaceId, id));
  await database.close();
  writeResults('prepared query', {
    'Kysely with cached statements, µs': round(kysely),
    'prepareQuery, µs': round(hidden),
    ratio: round(kysely / hidden),
  });
});
