import type { Mutation } from './mutations.ts';

const cloudSuite = 'test/areas/cloud/kinds.test.ts';
const qrSuite = 'test/areas/qr/kinds.test.ts';

/** Guards of what customers send besides text. */
export const kindMutations: Mutation[] = [
  {
    guard: 'a field of a wrong type counts as absent',
    file: 'server/areas/cloud/read-leniently.ts',
    find: 'export const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);',
    replace: 'export const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional();',
    suite: cloudSuite,
    title: 'odd or missing context',
  },
  {
    guard: 'what a customer writes in a correction of another’s message is seen',
    file: 'server/areas/inbox/receive/receive-correction.ts',
    find: "  else if (event.by === 'CONTACT' && event.kind === 'edit')",
    replace: "  else if (event.by === 'SHOP' && event.kind === 'edit')",
    suite: cloudSuite,
    title: 'another customer’s message cannot be corrected',
  },
  {
    guard: 'a kind of content that nobody lists is shown',
    file: 'server/areas/qr/client/read-contents.ts',
    find: "{ notice: toNotice('unknown', spoken[0]) };",
    replace: 'null;\n  if (read === null) return null;',
    suite: qrSuite,
    title: 'every kind of content that the library knows is shown',
  },
  {
    guard: 'a longer text than phones allow says that it was cut',
    file: 'server/areas/channels/contents.schemas.ts',
    find: "slice(0, most - 1).join('')}…",
    replace: "slice(0, most).join('')}",
    suite: cloudSuite,
    title: 'a text is kept at the whole length',
  },
];
