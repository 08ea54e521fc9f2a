import type { Mutation } from './mutations.ts';

const budget = 'test/http/step-budget.test.ts';
const queue = 'test/platform/fair-queue.test.ts';
const crowd = 'test/areas/replies/gate-crowd.test.ts';
const history = 'test/areas/contacts/long-history.test.ts';
const slots = 'test/areas/appointments/free-slots.test.ts';

/** Guards of the main thread's time. */
export const timeMutations: Mutation[] = [
  {
    guard: 'a call beyond its steps is refused',
    file: 'server/platform/running/steps.ts',
    find: 'if (this.#taken > this.most) {',
    replace: 'if (this.#taken === -1) {',
    suite: budget,
    title: 'a call beyond its steps is refused',
  },
  {
    guard: 'rows that are read are steps',
    file: 'server/platform/database/statement-cache.ts',
    find: 'takeSteps(rows.length + 1);',
    replace: 'takeSteps(1);',
    suite: budget,
    title: 'a call beyond its steps is refused',
  },
  {
    guard: 'a transaction counts for the call that asked for it',
    file: 'server/platform/database/write-queue.ts',
    find: 'await countIn(entry.steps, () =>',
    replace: 'await countIn(null, () =>',
    suite: budget,
    title: 'are counted separately',
  },
  {
    guard: 'equal work is done once',
    file: 'server/platform/running/fair-queue.ts',
    find: 'if (same) {',
    replace: 'if (same && !key) {',
    suite: crowd,
    title: 'are one run',
  },
  {
    guard: 'equal work does not wait behind the other work of its first owner',
    file: 'server/platform/running/fair-queue.ts',
    find: 'if (this.#starts.has(key)) this.#enqueue(owner, key);',
    replace: '',
    suite: queue,
    title: 'at the earliest turn of its owners',
  },
  {
    guard: 'dear work runs one after the other',
    file: 'server/platform/running/fair-queue.ts',
    find: 'if (this.#running < this.#limits.atOnce) this.#running++;',
    replace: 'if (this.#running < Number.POSITIVE_INFINITY) this.#running++;',
    suite: queue,
    title: 'owners take turns',
  },
  {
    guard: 'an owner who was served comes last',
    file: 'server/platform/running/fair-queue.ts',
    find: 'this.#waiting.delete(owner);',
    replace: '',
    suite: queue,
    title: 'owners take turns',
  },
  {
    guard: 'a queue is bounded',
    file: 'server/platform/running/fair-queue.ts',
    find: 'if (keys.size >= this.#limits.mostWaiting) {',
    replace: 'if (keys.size < 0) {',
    suite: crowd,
    title: 'refused with the time to wait',
  },
  {
    guard: 'an evaluation gives way between its cases',
    file: 'server/areas/replies/gate/judge-case.ts',
    find: '    await setImmediate();',
    replace: '    await null;',
    suite: crowd,
    title: 'lets other work run between its cases',
  },
  {
    guard: 'opening hours across midnight',
    file: 'server/areas/agents/configuration/business-hours.ts',
    find: "const isNextDay = to !== '24:00' && to < from;",
    replace: 'const isNextDay = from === to;',
    suite: slots,
  },
  {
    guard: 'a day on which the clock changes',
    file: 'server/areas/agents/configuration/business-hours.ts',
    find: 'const isPlain = endsAt - startsAt === dayMs;',
    replace: 'const isPlain = endsAt > startsAt;',
    suite: slots,
  },
  {
    guard: 'a long conversation is deleted in parts',
    file: 'server/areas/inbox/conversations/erase-messages.ts',
    find: '    .limit(rowsAtOnce)',
    replace: '    .limit(1_000_000)',
    suite: history,
    title: 'a customer with a long history',
  },
  {
    guard: 'a contact goes after all that it has',
    file: 'server/areas/people/delete-contact.ts',
    find: 'if (await deletePart(work, contact)) return false;',
    replace: 'await deletePart(work, contact);',
    suite: history,
    title: 'a customer with a long history',
  },
  {
    guard: 'a deleted agent leaves no part of its history',
    file: 'server/areas/agents/lifecycle/delete-agent.ts',
    find: 'while (await platform.workFor(',
    replace: 'if (await platform.workFor(',
    suite: history,
    title: 'unanswered questions of a deleted agent',
  },
  {
    guard: 'the end of a campaign is found in few steps',
    file: 'server/areas/campaigns/sending/estimate-end.ts',
    find: 'left >= aDay * spanDays && opensAt',
    replace: 'left < 0 && opensAt',
    suite: 'test/areas/campaigns/estimate-end.test.ts',
    title: 'is found in few steps',
  },
  {
    guard: 'an estimated end follows the clock',
    file: 'server/areas/campaigns/sending/estimate-end.ts',
    find: ' && opensAt(opens + spanMs, timezone, hours);',
    replace: ';',
    suite: 'test/areas/campaigns/estimate-end.test.ts',
    title: 'over every change of the clock',
  },
];
