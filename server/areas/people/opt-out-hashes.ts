import type { Secrets } from '../../platform/access/secrets.ts';
import type { Db, Table } from '../../platform/database/database.ts';
import type { Work } from '../../platform/work/work.ts';
import { listAddresses } from './addresses.ts';
import type { PersonAddress } from './joining-rule.ts';
import type { ContactRow } from './store.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    opt_out_hashes: Table<'opt_out_hashes'>;
  }
}

/** A number (E.164) or an id of a vendor. */
type KnownAddress = Pick<PersonAddress, 'kind' | 'value'>;

/** The part of `Work` that reads hashes. */
interface Place {
  db: Db;
  secrets: Secrets;
  workspace: { id: string };
}

/** Hashes an address. The hashes of one address in two workspaces differ. */
const hashOf = ({ secrets, workspace }: Place, { kind, value }: KnownAddress): string =>
  secrets.sign('opt-out', [workspace.id, kind, value].join(' '));

/** Returns the time of the opt-out for each address whose deleted contact had opted out. */
export async function findOptOuts(place: Place, addresses: KnownAddress[]): Promise<Map<string, string>> {
  const values = new Map(addresses.map((address) => [hashOf(place, address), address.value]));
  const found = await place.db
    .selectFrom('opt_out_hashes')
    .select(['hash', 'opted_out_at'])
    .where('workspace_id', '=', place.workspace.id)
    .where('hash', 'in', [...values.keys()])
    .execute();
  return new Map(found.map((row) => [values.get(row.hash) as string, row.opted_out_at]));
}

/** Stores hashes of the addresses of a contact that had opted out, before its deletion. */
export async function rememberOptOut(work: Work, contact: ContactRow): Promise<void> {
  const { opted_out_at: optedOutAt } = contact;
  if (optedOutAt === null) return;
  const common = { workspace_id: work.workspace.id, person_id: work.newId('out'), opted_out_at: optedOutAt };
  const rows = addressesOf(work.db, contact).map((address) => ({ ...common, hash: hashOf(work, address) }));
  await work.db
    .insertInto('opt_out_hashes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the hashes of a contact who opts in, including the hashes of the person's other addresses. */
export async function forgetOptOut(work: Work, contact: ContactRow): Promise<void> {
  const hashes = addressesOf(work.db, contact).map((address) => hashOf(work, address));
  await work.db
    .deleteFrom('opt_out_hashes')
    .where('workspace_id', '=', work.workspace.id)
    .where('person_id', 'in', (select) =>
      select
        .selectFrom('opt_out_hashes')
        .select('person_id')
        .where('workspace_id', '=', work.workspace.id)
        .where('hash', 'in', hashes),
    )
    .execute();
}

/** Returns all present and former addresses of a contact. User names are left out: the vendor may reassign them. */
export const addressesOf = (db: Db, { id }: ContactRow): KnownAddress[] =>
  listAddresses(db, id).filter(({ kind }) => kind !== 'username');
