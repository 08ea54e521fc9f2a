import { openSqlite } from '../../../server/platform/database/database.ts';

/** Fails every transaction that deletes the row with this id, like an interruption. Returns a function that stops it. */
export function stopDeletion(file: string, table: string, id: string): () => void {
  const run = (statement: string) => {
    const db = openSqlite(file);
    db.exec(statement);
    db.close();
  };
  run(`create trigger interrupted before delete on ${table} when old.id = '${id}' begin
    select raise(abort, 'interrupted by a test'); end`);
  return () => run('drop trigger interrupted');
}
