import type { Mutation } from './mutations.ts';

/** Guards between what assistants write and customers. */
export const assistantMutations: Mutation[] = [
  {
    guard: 'a person confirms only what they saw',
    file: 'server/platform/work/unconfirmed.ts',
    find: 'if (unconfirmed.at !== seen.at)',
    replace: 'if (seen.at === undefined)',
    suite: 'test/areas/assistants/unconfirmed.test.ts',
    title: 'nobody confirms what the assistant entered',
  },
  {
    guard: 'a write is refused to assistants unless it declares that its words reach nobody',
    file: 'server/areas/assistants/tools/tool.ts',
    find: "method !== 'get' && (words === undefined || sendsAtOnce?.(body) === true);",
    replace: "method !== 'get' && words !== 'never' && sendsAtOnce?.(body) === true;",
    suite: 'test/areas/assistants/customers.test.ts',
    title: 'each write of the document',
  },
  {
    guard: 'a person’s decision is no assistant’s',
    file: 'server/areas/assistants/tools/tool.ts',
    find: 'if (spec.peopleOnly) throw',
    replace: 'if (spec.peopleOnly && !mayWriteToCustomers) throw',
    suite: 'test/areas/assistants/unconfirmed.test.ts',
    title: 'no assistant confirms',
  },
  {
    guard: 'flows and bindings wait for the confirmation of a record',
    file: 'server/platform/work/dispatcher.ts',
    find: 'const received = reachesCustomers ? await holdUnconfirmed(context, this.name, events) : events;',
    replace: 'const received = reachesCustomers ? events : await holdUnconfirmed(context, this.name, events);',
    suite: 'test/areas/assistants/unconfirmed.test.ts',
    title: 'a marker that an assistant writes',
  },
  {
    guard: 'a reminder waits for the confirmation of an appointment',
    file: 'server/areas/appointments/notify-customer.ts',
    find: "if (appointment.unconfirmed) return { status: 'WAITING', reason: 'unconfirmed', messageId: null };",
    replace: '',
    suite: 'test/areas/assistants/unconfirmed.test.ts',
    title: 'a reminder that came due',
  },
  {
    guard: 'customers read no name that nobody has confirmed',
    file: 'server/areas/people/store.ts',
    find: "...(fields.includes('name') ? { name: null } : {}),",
    replace: '',
    suite: 'test/areas/assistants/unconfirmed.test.ts',
    title: 'a campaign uses no name',
  },
  {
    guard: 'a merge keeps the mark of what it takes over',
    file: 'server/areas/contacts/change-many.ts',
    find: 'const unconfirmed = joinMarks(readMark(kept.unconfirmed), readMark(gone.unconfirmed));',
    replace: 'const unconfirmed = joinMarks(readMark(kept.unconfirmed), null);',
    suite: 'test/areas/assistants/unconfirmed.test.ts',
    title: 'a merged contact',
  },
];
