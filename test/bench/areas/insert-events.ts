import { openSqlite } from '../../../server/platform/database/database.ts';
import { newId } from '../../../server/platform/ids.ts';

/** Events as the inbox writes them, before the cursor of every subscriber. */
export function insertEvents(file: string, count: number): void {
  const db = openSqlite(file);
  const message = db.prepare('select * from messages limit 1').get() as Record<string, string>;
  const insert = db.prepare(
    "insert into events (id, workspace_id, type, source, occurred_at, data) values (?, ?, 'message.received', 'CHANNEL', ?, ?)",
  );
  const data = JSON.stringify({ ...message, content: 'x'.repeat(600) });
  const now = new Date().toISOString();
  db.transaction(() => {
    for (let i = 0; i < count; i++) insert.run(newId('evt'), message.workspace_id, now, data);
  })();
  db.close();
}
