import type { Db } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { canonicalPhone } from '../../platform/text/phones.ts';
import type { AddressKind } from './joining-rule.ts';
import { listApart } from './joins.store.ts';

const selectPassedOn = prepareQuery((db, workspaceId: string, contactId: string) =>
  db
    .selectFrom('contact_addresses')
    .select(['kind', 'value', 'contact_id', 'taken_from'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '<>', 'username')
    .where('taken_from', 'is not', null)
    .where((where) => where.or([where('contact_id', '=', contactId), where('taken_from', '=', contactId)])),
);

/** Contacts that had or have an address of a contact, each with the first such address; omits any kept apart. */
export function listPassedOn(
  db: Db,
  workspaceId: string,
  contactId: string,
): { contactId: string; address: { kind: AddressKind; value: string } }[] {
  const others = new Map<string, { kind: AddressKind; value: string }>();
  for (const { kind, value, contact_id: holder, taken_from: former } of selectPassedOn(
    db,
    workspaceId,
    contactId,
  ).all()) {
    const other = holder === contactId ? (former as string) : holder;
    if (!others.has(other)) others.set(other, { kind, value: kind === 'phone' ? canonicalPhone(value) : value });
  }
  return [...others]
    .filter(([other]) => listApart(db, workspaceId, other, contactId).length === 0)
    .map(([other, address]) => ({ contactId: other, address }));
}
