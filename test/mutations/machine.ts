import type { Mutation } from './mutations.ts';

const machineSuite = 'test/platform/machine.test.ts';
const leftSuite = 'test/areas/inbox/those-who-left.test.ts';
const stoppedSuite = 'test/areas/owner/stopped-parts.test.ts';

/** Guards of a folder that is on two machines, of those who left, and of parts that have stopped. */
export const machineMutations: Mutation[] = [
  {
    guard: 'a copied folder is paused',
    file: 'server/platform/machine/home-machine.ts',
    find: 'last.path === present.path && agree(last.machineId, present.machineId) && agree(last.file, present.file);',
    replace: 'agree(last.machineId, present.machineId);',
    suite: machineSuite,
    title: 'starts with sending paused and channels closed',
  },
  {
    guard: 'the same place on another machine is another place',
    file: 'server/platform/machine/home-machine.ts',
    find: 'last.path === present.path && agree(last.machineId, present.machineId) && agree(last.file, present.file);',
    replace: 'last.path === present.path && agree(last.file, present.file);',
    suite: machineSuite,
    title: 'asks on another machine, also in the same place',
  },
  {
    guard: 'a machine is no spare of itself',
    file: 'server/platform/machine/home-machine.ts',
    find: 'id !== null && id !== last.machineId && (await isSpare(db, id));',
    replace: 'id !== null && (await isSpare(db, id));',
    suite: machineSuite,
    title: 'stays paused as a copy on its own machine',
  },
  {
    guard: 'the channels of a copy stay closed',
    file: 'server/areas/channels/channel-hub.ts',
    find: "if ((await readPauseReason(database.read)) !== 'moved') return false;",
    replace: 'if (sending !== null) return false;',
    suite: machineSuite,
    title: 'starts with sending paused and channels closed',
  },
  {
    guard: 'a send that was under way is not looked up in a copy',
    file: 'server/areas/inbox/send/resolve-outcomes.ts',
    find: "const isOld = atStart && (platform.hasArrived || (await readPauseReason(platform.database.read)) === 'restored');",
    replace: "const isOld = atStart && (await readPauseReason(platform.database.read)) === 'restored';",
    suite: machineSuite,
    title: 'a message that was under way when the folder was copied',
  },
  {
    guard: 'campaigns are held on a spare machine',
    file: 'server/areas/campaigns/sending/recover-interrupted.ts',
    find: 'if (!isSendingPaused(platform.database.read) && !platform.hasArrived) return;',
    replace: 'if (!isSendingPaused(platform.database.read)) return;',
    suite: machineSuite,
    title: 'sends on a spare machine that the owner named',
  },
  {
    guard: 'a disabled person’s conversations are released',
    file: 'server/areas/owner/people/people.operations.ts',
    find: 'if (disabled) await releaseFrom(platform, db, actor, user.id);',
    replace: '',
    suite: leftSuite,
    title: 'wait for all once the person is disabled',
  },
  {
    guard: 'everybody is called to the customers of a person who left',
    file: 'server/areas/inbox/conversations/release-conversations.ts',
    find: "for (const call of work.provided('customerWaits')) await call(work, row);",
    replace: '',
    suite: leftSuite,
    title: 'who already wait are announced to everybody',
  },
  {
    guard: 'a reopened conversation does not return to a person who left',
    file: 'server/areas/inbox/conversations/service.ts',
    find: '...(await assignAgain(work, earlier)),',
    replace: '',
    suite: leftSuite,
    title: 'are unassigned after a conversation was put aside',
  },
  {
    guard: 'nothing is assigned to a person who left',
    file: 'server/areas/inbox/conversations/assign.ts',
    find: "if (known === null && isOwnId(id)) throw cannotAnswer('assignedToUserId');",
    replace: '',
    suite: leftSuite,
    title: 'to the id of a person who left',
  },
  {
    guard: 'keys that ended give their conversations back',
    file: 'server/areas/inbox/conversations/release-conversations.ts',
    find: 'if (await hasLeft(read, lost, now)) await platform.write(({ db }) => releaseFrom(platform, db, systemActor, lost));',
    replace: '',
    suite: leftSuite,
    title: 'the same for a key',
  },
  {
    guard: 'a refused account is in Today',
    file: 'server/areas/integrations/index.ts',
    find: 'stoppedParts: [listStoppedIntegrations],',
    replace: '',
    suite: stoppedSuite,
    title: 'an account that the other system refuses',
  },
  {
    guard: 'a reminder that cannot be sent is in Today',
    file: 'server/areas/appointments/remind-customer.ts',
    find: "await noteReminder(platform, workspace.id, appointment, status === 'FAILED' ? (reason ?? 'failed') : null);",
    replace: '',
    suite: stoppedSuite,
    title: 'reminders that cannot be sent',
  },
];
