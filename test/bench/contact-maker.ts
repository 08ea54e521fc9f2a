import type { SqliteHandle } from '../../server/platform/database/database.ts';
import { indexedText } from '../../server/platform/database/text-index.ts';
import { newId } from '../../server/platform/ids.ts';
import { phoneWords } from '../../server/platform/text/phones.ts';

/** Returns a function from a number to the id of its contact, which plain statements create if absent. */
export function contactMaker(db: SqliteHandle, workspaceId: string) {
  const ids = new Map<string, string>();
  const find = db.prepare('select id from contacts where workspace_id = ? and phone = ?').pluck();
  const insert = db.prepare(
    'insert into contacts (id, workspace_id, phone, name, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
  );
  const index = db.prepare('insert into contact_search (rowid, text) values (?, ?)');
  return (phone: string, name: string): string => {
    const known = ids.get(phone) ?? (find.get(workspaceId, phone) as string | undefined);
    if (known !== undefined) return known;
    const [id, at] = [newId('ct'), new Date().toISOString()];
    const { lastInsertRowid } = insert.run(id, workspaceId, phone, name, at, at);
    index.run(lastInsertRowid, indexedText(workspaceId, `${name} ${phoneWords(phone)}`));
    ids.set(phone, id);
    return id;
  };
}
