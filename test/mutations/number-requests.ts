import type { Mutation } from './mutations.ts';

const card = 'server/areas/inbox/receive/learn-own-card.ts';
const suite = 'test/areas/inbox/number-requests.test.ts';

/** Guards of the request for a number: only a customer's own card gives it to her, and no failure is silent. */
export const numberRequestMutations: Mutation[] = [
  {
    guard: 'a card that the vendor calls another one is not hers',
    file: card,
    find: 'if (card.isOwn !== null) return card.isOwn;',
    replace: 'if (card.isOwn === true) return true;',
    suite,
    title: 'that the vendor says is another one',
  },
  {
    guard: 'a card with the id of somebody else is not hers',
    file: card,
    find: 'if (named.some(({ value }) => !from.addresses.some((address) => address.value === value))) return false;',
    replace: 'if (named.length > 99) return false;',
    suite,
    title: 'with the id of somebody else',
  },
  {
    guard: 'a card of which the vendor says nothing needs a request',
    file: card,
    find: ".where('m.request', 'is not', null)",
    replace: '',
    suite,
    title: 'is only shown without a request',
  },
  {
    guard: 'a request ends after a day',
    file: card,
    find: ".where('m.created_at', '>', since)",
    replace: ".where('m.created_at', '!=', since)",
    suite,
    title: 'is only shown without a request',
  },
  {
    guard: 'a card of which the vendor says nothing never leads to another contact',
    file: card,
    find: 'return owner === undefined || owner.id === contact.id;',
    replace: 'return owner === undefined || owner.id !== null;',
    suite,
    title: 'never leads to the contact of somebody else',
  },
  {
    guard: 'a yes that cannot be carried out ends in words and a person',
    file: 'server/areas/replies/turns/answer-turn.ts',
    find: 'return again.confirms ? admitFailure(platform, context) : again;',
    replace: 'return again;',
    suite: 'test/areas/replies/hidden-customers.test.ts',
    title: 'an order that fails after the yes',
  },
  {
    guard: 'a run that fails calls a person',
    file: 'server/areas/flows/runs/advance-run.ts',
    find: "if (run.state === 'FAILED' || isLoop) return toNext(await callPerson(platform, work, row, run.reason));",
    replace: '',
    suite: 'test/areas/flows/asking-for-numbers.test.ts',
    title: 'a flow that fails calls a person',
  },
];
