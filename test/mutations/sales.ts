import type { Mutation } from './mutations.ts';

const orders = 'test/areas/orders/hidden-customers.test.ts';
const appointments = 'test/areas/appointments/hidden-customers.test.ts';

/** Guards of the reference from orders and appointments to their customer. */
export const salesMutations: Mutation[] = [
  {
    guard: 'a number finds the orders of its contact',
    file: 'server/areas/people/match-customers.ts',
    find: 'if (!/^\\d+$/.test(joinPhone(search))) return own;',
    replace: 'if (joinPhone(search) !== null) return own;',
    suite: orders,
    title: 'shows in every order at once, and finds them',
  },
  {
    guard: 'a join moves the orders',
    file: 'server/areas/orders/index.ts',
    find: '{ contact_id: gone.id }, { contact_id: kept.id }',
    replace: '{ contact_id: kept.id }, { contact_id: kept.id }',
    suite: orders,
    title: 'are joined with their orders and counts',
  },
  {
    guard: 'an order is kept without its deleted customer',
    file: 'server/areas/orders/index.ts',
    find: '{ contact_id: id }, { contact_id: null }',
    replace: "{ contact_id: '' }, { contact_id: null }",
    suite: orders,
    title: 'the books keep the orders of a deleted person',
  },
  {
    guard: 'a calendar feed follows the number of the contact',
    file: 'server/areas/people/contact-columns.ts',
    find: '(select updated_at from contacts',
    replace: '(select created_at from contacts',
    suite: appointments,
    title: 'shows the number once the vendor reveals it',
  },
];
