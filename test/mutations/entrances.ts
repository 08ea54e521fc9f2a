import type { Mutation } from './mutations.ts';

const callers = 'test/http/callers.test.ts';

/** Guards of input from API callers, webhook receivers and assistants. */
export const entranceMutations: Mutation[] = [
  {
    guard: 'null in a PATCH clears what the resource shows as null',
    file: 'server/http/changes-of.ts',
    find: 'isCleared ? clearable(field) : field.optional()',
    replace: 'isCleared ? field.optional() : field.optional()',
    suite: 'test/http/cleared-fields.test.ts',
    title: 'null in a PATCH clears every field',
  },
  {
    guard: 'a corrected order has the corrected customer',
    file: 'server/areas/orders/change-order.ts',
    find: '    contact_id: wanted.contactId,\n',
    replace: '',
    suite: 'test/areas/orders/order-changes.test.ts',
    title: 'follows when a wrong number is corrected',
  },
  {
    guard: 'bytes that are not UTF-8 are refused',
    file: 'server/platform/text/text-encoding.ts',
    find: '{ fatal: true }).decode(bytes);',
    replace: '{ fatal: false }).decode(bytes);',
    suite: callers,
    title: 'that is not UTF-8 is refused',
  },
  {
    guard: 'text with NUL or half a character is refused',
    file: 'server/platform/text/text-encoding.ts',
    find: "text.isWellFormed() && !text.includes('\\0')",
    replace: 'text.length >= 0',
    suite: callers,
    title: 'with NUL or half a character is refused',
  },
  {
    guard: 'a list in a query may be repeated or have brackets',
    file: 'server/http/read-query.ts',
    find: "const name = written.replace(/\\[\\d*\\]$/, '');",
    replace: 'const name = written;',
    suite: callers,
    title: 'may write a list as',
  },
  {
    guard: 'what is no request is answered with a problem document',
    file: 'server/http/connections/listeners.ts',
    find: "    server.on('clientError', refuseBroken);\n",
    replace: '',
    suite: callers,
    title: 'that no server can read',
  },
  {
    guard: 'the status of a webhook’s receiver decides, not the body',
    file: 'server/areas/developers/deliveries/send-webhook.ts',
    find: '      statusDecides: true,\n',
    replace: '      truncate: true,\n',
    suite: 'test/areas/developers/deliveries.test.ts',
    title: 'also when the body is cut off',
  },
  {
    guard: 'an assistant’s text stays text where the schema takes text',
    file: 'server/areas/assistants/read-leniently.ts',
    find: "if (types.includes(undefined) || types.includes('string')) return text;",
    replace: 'if (types.includes(undefined)) return text;',
    suite: 'test/areas/assistants/lenient-arguments.test.ts',
    title: 'a text that the schema takes stays as it is',
  },
  {
    guard: 'JSON in an assistant’s text is as safe as a body',
    file: 'server/areas/assistants/read-leniently.ts',
    find: "  assertSafeJson(value, 'arguments');\n",
    replace: '',
    suite: 'test/areas/assistants/lenient-arguments.test.ts',
    title: 'an ambiguous value is refused',
  },
];
