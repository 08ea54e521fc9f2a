import type { Secrets } from '../../platform/access/secrets.ts';
import type { Db, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow, IdentityScheme } from './store.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    opt_out_hashes: Table<'opt_out_hashes'>;
  }
}

/** A number (E.164) or an id of a vendor. */
export interface KnownAddress {
  kind: IdentityScheme;
  value: string;
}

/** The part of `Work` that a look at the hashes needs. */
interface Place {
  db: Db;
  secrets: Secrets;
  workspace: { id: string };
}

/** A hash of one workspace: the same person's hashes in two workspaces differ. */
const hashOf = ({ secrets, workspace }: Place, { kind, value }: KnownAddress): string =>
  secrets.sign('opt-out', [workspace.id, kind, value].join(' '));

/** Returns for each address when the person whose contact was deleted had opted out; null if nobody had. */
export async function findOptOuts(place: Place, addresses: KnownAddress[]): Promise<(string | null)[]> {
  const hashes = addresses.map((address) => hashOf(place, address));
  const found = await place.db
    .selectFrom('opt_out_hashes')
    .select(['hash', 'opted_out_at'])
    .where('workspace_id', '=', place.workspace.id)
    .where('hash', 'in', hashes)
    .execute();
  const times = new Map(found.map((row) => [row.hash, row.opted_out_at]));
  return hashes.map((hash) => times.get(hash) ?? null);
}

/** Keeps the opt-out of a contact that is about to be deleted, by hashes of its addresses. */
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

/** Deletes the hashes of a contact who opts in, also for addresses that she had before she was deleted. */
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

const selectAliases = prepareQuery((db, contactId: string) =>
  db.selectFrom('contact_aliases').select('phone').where('contact_id', '=', contactId),
);

const selectIdentities = prepareQuery((db, contactId: string) =>
  db.selectFrom('contact_identities').select(['scheme', 'value']).where('contact_id', '=', contactId),
);

/** All addresses of a contact, now and earlier. A user name is none: vendors give it to others once it is free. */
export function addressesOf(db: Db, contact: ContactRow): KnownAddress[] {
  const numbers = [
    contact.phone,
    ...selectAliases(db, contact.id)
      .all()
      .map((row) => row.phone),
  ].map(toAddress);
  const ids = selectIdentities(db, contact.id)
    .all()
    .map(({ scheme, value }) => ({ kind: scheme, value }));
  return [...numbers, ...ids.filter(({ kind }) => kind === 'lid' || kind === 'bsuid')];
}

/** The address in a contact's `phone`, which is `kind:value` while the number is hidden. */
export function toAddress(phone: string): KnownAddress {
  if (phone.startsWith('+')) return { kind: 'phone', value: phone };
  const [kind, ...value] = phone.split(':');
  return { kind: kind as IdentityScheme, value: value.join(':') };
}
