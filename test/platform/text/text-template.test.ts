import fc from 'fast-check';
import Mustache from 'mustache';
import { expect, test } from 'vitest';
import { newBudget, renderTemplate, templateFault } from '../../../server/platform/text/text-template.ts';

const values = {
  name: 'Ana & <Eva>',
  zero: 0,
  yes: true,
  no: false,
  empty: '',
  nothing: null,
  none: [],
  list: [{ name: 'a', tags: ['x', 'y'] }, { name: '' }, { tags: [] }],
  data: { name: 'inner', list: [1, 2, 0], deep: { name: 'deepest' } },
};

const names = ['name', 'zero', 'yes', 'no', 'empty', 'none', 'list', 'tags', 'missing', '.', '', 'data.name'];
const name = fc.constantFrom(
  ...names,
  'data.list',
  'data.deep.name',
  'data.missing.name',
  'list.length',
  'deep',
  'data',
);
const blank = fc.constantFrom('', ' ', '\n', '\r\n', '\t', ' \n ');
const piece = fc.oneof(
  fc.constantFrom('text', 'a\nb', '\n', '  ', ' \n', '{', '}', '}}', 'ç\r\n', '{{! a\nremark }}'),
  fc
    .tuple(fc.constantFrom('{{', '{{&', '{{ & '), blank, name, blank)
    .map(([open, ...rest]) => `${open}${rest.join('')}}}`),
  fc.tuple(blank, name, blank).map((inside) => `{{{${inside.join('')}}}}`),
);
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        piece,
        fc
          .tuple(fc.constantFrom('#', '^', ' # '), name, tie('text'), blank)
          .map(([kind, of, inner, space]) => `{{${kind}${of}}}${inner}{{/${of}${space}}}`),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
}));

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
const encode = (value: string): string => `<${value}>`;

/** Mustache, but for lists and objects without escaping: they come as JSON here as well. */
class Reference extends Mustache.Writer {
  override unescapedValue([, name]: string[], context: InstanceType<typeof Mustache.Context>): string {
    const value = context.lookup(name as string);
    return value === undefined || value === null ? '' : toText(value);
  }
}

/** What Mustache writes; null where it refuses. */
function byMustache(template: string): string | null {
  try {
    return new Reference().render(template, values, undefined, { escape: (value) => encode(toText(value)) });
  } catch {
    return null;
  }
}

test('a text is parsed and filled like Mustache does', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: fc.constantFrom(...'{{}}#^/! a.\n') })), (template) => {
      fc.pre(!/more than 5 deep|no partials/.test(templateFault(template) ?? ''));
      const expected = byMustache(template);
      expect(templateFault(template) === null).toBe(expected !== null);
      if (expected !== null) expect(renderTemplate(template, values, newBudget(), encode)).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test('nested sections fail when they exceed the budget', () => {
  const many = { items: Array.from({ length: 50 }, (_, index) => ({ index })) };
  const nested = `${'{{#items}}'.repeat(5)}x${'{{/items}}'.repeat(5)}`;
  expect(() => renderTemplate(nested, many, newBudget())).toThrow('too many steps');
  const long = { text: 'x'.repeat(2_000) };
  expect(() => renderTemplate('{{text}}'.repeat(500), long, newBudget())).toThrow('too many characters');
  expect(() => renderTemplate(`{{text${'.0'.repeat(100_000)}}}`, long, newBudget())).toThrow('too many steps');
});

test.each([
  ['{{#a}}'.repeat(6) + '{{/a}}'.repeat(6), 'has sections more than 5 deep'],
  ['{{a', 'has {{ without }} at character 1'],
  ['x {{{a}}', 'has {{ without }}} at character 3'],
  ['{{#a}}{{/b}}', 'closes the section b, which is not open there'],
  ['{{/b}}', 'closes the section b, which is not open there'],
  ['{{#a}}', 'does not close the section a'],
  ['{{> a}}', 'takes no partials and no other delimiters'],
  ['{{=<% %>=}}', 'takes no partials and no other delimiters'],
])('%j is rejected: it %s', (template, fault) => expect(templateFault(template)).toBe(fault));
