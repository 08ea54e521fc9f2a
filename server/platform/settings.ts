import type { z } from 'zod';
import type { Db } from './database/database.ts';

/** Reads one setting of the installation, parsed by its schema; null when it was never set. */
export async function readSetting<Schema extends z.ZodType>(
  db: Db,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row ? schema.parse(JSON.parse(row.value)) : null;
}

/** Stores a setting, replacing the previous value. */
export async function saveSetting(db: Db, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
}

export async function clearSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
