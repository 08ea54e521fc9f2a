import type { Mutation } from './mutations.ts';

const suite = 'test/areas/people/joins.test.ts';
const addresses = 'test/areas/people/addresses.test.ts';
const people = (guard: string, file: string, find: string, replace: string, title: string): Mutation => ({
  ...{ guard, file: `server/areas/people/${file}`, find, replace, suite, title },
});
const refused = 'an undo is refused after a day';

/** Guards of joins, their undoing, and addresses that people change. */
export const joinMutations: Mutation[] = [
  people(
    'a join of more than a day ago is not undone',
    'undo-join.ts',
    "if (undoableUntil(join) < now) return 'It is more than a day ago';",
    '',
    refused,
  ),
  people(
    'a join is not undone before a later one',
    'undo-join.ts',
    'if (listJoinsInto(db, join.kept_id)[0]?.id !== join.id)',
    "if (join.id === '')",
    refused,
  ),
  people(
    'a join into a contact that is gone is not undone',
    'undo-join.ts',
    'if (!findContactById(db, workspace.id, join.kept_id))',
    "if (join.id === '')",
    refused,
  ),
  people(
    'an opt-out given after a join holds for both',
    'undo-join.ts',
    'await keepLaterOptOut(work, join, kept, gone);',
    'void keepLaterOptOut;',
    'the strictest opt-out',
  ),
  people(
    'who was made two by hand is not joined by the same evidence',
    'undo-join.ts',
    'if (join.by_evidence === 1) await keepApart(work, kept.id, gone.id);',
    'void keepApart;',
    'is not made again by the same evidence',
  ),
  people(
    'an address of a contact that is kept apart is not taken from it',
    'addresses.ts',
    'if (isTaken && listApart(db, workspace.id, known.contact_id, contactId).length > 0) continue;',
    '',
    'is not made again by the same evidence',
  ),
  people(
    'an undo returns the addresses',
    'undo-join.ts',
    'returnAddresses(work, join);',
    'void returnAddresses;',
    'a merge that is undone gives back every row',
  ),
  {
    guard: 'what changed since a join is not put back',
    file: 'server/platform/database/recorded-rows.ts',
    find: '.where(sql<boolean>`+',
    replace: '.where(sql<boolean>`1 or +',
    suite,
    title: 'what came after a merge',
  },
  {
    guard: 'a join that one transaction cannot end goes on in the next',
    file: 'server/platform/database/recorded-rows.ts',
    find: 'query = query.limit(this.#rowsLeft);',
    replace: 'query = query.limit(1_000_000);',
    suite,
    title: 'a customer with 60,000 messages',
  },
  {
    guard: 'leads that are back are found by their words',
    file: 'server/areas/leads/index.ts',
    find: 'joinUndone: [indexAgain],',
    replace: 'joinUndone: indexAgain.length < 0 ? [indexAgain] : [],',
    suite,
    title: 'a merge that is undone gives back every row',
  },
  {
    guard: 'two messages with one key do not stop a join',
    file: 'server/areas/inbox/receive/move-conversations.ts',
    find: "if ((error as { code?: unknown }).code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;",
    replace: 'throw error;',
    suite,
    title: 'a merge that is undone gives back every row',
  },
  {
    guard: 'a notice that was held finds a customer who was merged',
    file: 'server/areas/inbox/send/notify-contact.ts',
    find: 'presentContactId(work.db, workspace.id, contactId)',
    replace: 'contactId',
    suite,
    title: 'a notice that the pause of sending holds',
  },
  {
    guard: 'a number of another contact is not taken by hand',
    file: 'server/areas/people/change-addresses.ts',
    find: 'if (holder && holder.id !== contact.id) {',
    replace: 'if (holder && holder.id === contact.id) {',
    suite: addresses,
    title: 'a number of another contact',
  },
  {
    guard: 'who was split off is not joined by the vendor',
    file: 'server/areas/people/change-addresses.ts',
    find: 'await keepApart(work, contact.id, other.id);',
    replace: 'void keepApart;',
    suite: addresses,
    title: 'an address is split off',
  },
  {
    guard: 'the only address of a contact stays',
    file: 'server/areas/people/change-addresses.ts',
    find: "throw invalid('body.value', 'This is the only address of the contact');",
    replace: '',
    suite: addresses,
    title: 'or has only, is not split off',
  },
];
