import type { Mutation } from './mutations.ts';

const states = 'test/areas/cloud/template-states.test.ts';

/** Guards of the vendors' limits and of the states of templates. */
export const limitMutations: Mutation[] = [
  {
    guard: 'a text that the channel cannot carry is refused before it is stored',
    file: 'server/areas/inbox/send/send-message.ts',
    find: 'if (faults.length > 0) throw tooLong(faults);',
    replace: '',
    suite: 'test/areas/inbox/limits.test.ts',
    title: 'is refused before it is stored',
  },
  {
    guard: 'a value of a template is one line',
    file: 'server/areas/templates/use-template.ts',
    find: '[key, oneLine(value)] as const',
    replace: '[key, value] as const',
    suite: 'test/areas/templates/sending.test.ts',
    title: 'is made one line',
  },
  {
    guard: 'the filled body of a template is measured',
    file: 'server/areas/templates/use-template.ts',
    find: "...findTooLong(field, 'The text', textOf('BODY'), templateLimits.body),",
    replace: '',
    suite: 'test/areas/campaigns/failures.test.ts',
    title: 'one row whose text is too long',
  },
  {
    guard: 'no part of a long reply is lost',
    file: 'server/areas/inbox/send/split-text.ts',
    find: 'return [rest.slice(0, end).trimEnd(), ...splitText(rest.slice(end), limit)];',
    replace: 'return [rest.slice(0, end).trimEnd()];',
    suite: 'test/areas/replies/turn-failures.test.ts',
    title: 'arrives whole',
  },
  {
    guard: 'a run whose text is too long calls a person',
    file: 'server/areas/flows/runs/call-person.ts',
    find: "if (!waits && reason?.code !== 'too_long') return null;",
    replace: 'if (!waits) return null;',
    suite: 'test/areas/flows/limits.test.ts',
    title: 'calls a person, too',
  },
  {
    guard: 'an unclear report makes the server read the template',
    file: 'server/areas/templates/receive-template.ts',
    find: 'if (isUnclear || (row ? isLate(row, at) : !isWhole(template))) {',
    replace: 'if (row ? isLate(row, at) : !isWhole(template)) {',
    suite: states,
    title: 'such as the event "UNARCHIVED"',
  },
  {
    guard: 'a late report does not undo a newer one',
    file: 'server/areas/templates/receive-template.ts',
    find: 'if (isUnclear || (row ? isLate(row, at) : !isWhole(template))) {',
    replace: 'if (isUnclear || (!row && !isWhole(template))) {',
    suite: states,
    title: 'does not undo a newer one',
  },
  {
    guard: 'a burst of reports is answered by one read',
    file: 'server/areas/templates/read-templates.ts',
    find: 'await work.enqueue(readTemplates, { channelId }, { key, runAt });',
    replace: 'await work.enqueue(readTemplates, { channelId }, { runAt });',
    suite: states,
    title: 'few reads',
  },
];
