import { z } from 'zod';
import { templateLimits } from '../channels/message-limits.schemas.ts';
import { namesIn, variableFaults } from './template-variables.ts';

const namedParams = z
  .array(
    z.strictObject({
      param_name: z.string().min(1).describe('The name between the braces.'),
      example: z.string().min(1).describe('What it may be filled with.'),
    }),
  )
  .max(30)
  .describe('An example for each named variable.');

/** Reports a violation of the vendor's rules; `path` is relative to the component. */
type Fault = (path: (string | number)[], message: string) => void;
const faultIn =
  (context: z.RefinementCtx): Fault =>
  (path, message) =>
    context.addIssue({ code: 'custom', path, message });

const Header = z
  .strictObject({
    type: z.literal('HEADER').describe('Stands above the body.'),
    format: z
      .enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'])
      .default('TEXT')
      .describe('A line of text, or media that each send brings along.'),
    text: z.string().min(1).max(templateLimits.header).optional().describe('For TEXT; at most one variable.'),
    example: z
      .strictObject({
        header_text: z.array(z.string().min(1)).max(1).optional().describe('For the numbered variable of a text.'),
        header_text_named_params: namedParams.optional(),
        header_handle: z
          .array(z.string().min(1))
          .max(1)
          .optional()
          .describe('Of a sample, from `POST …/media-handle`.'),
      })
      .optional()
      .describe('For the reviewers; needed for media and for a text with a variable.'),
  })
  .superRefine((header, context) => {
    const fault = faultIn(context);
    if (header.format !== 'TEXT') {
      if (header.text !== undefined) fault(['text'], `A header with ${header.format} cannot have a text`);
      if (!header.example?.header_handle?.length) {
        fault(['example'], 'A media header needs an example: header_handle with the handle of a sample');
      }
      return;
    }
    if (header.text === undefined) {
      fault(['text'], 'A TEXT header needs a text');
      return;
    }
    const { header_text: list, header_text_named_params: named } = header.example ?? {};
    checkText(header.text, { field: 'header_text', list, named }, fault);
    if (namesIn(header.text).length > 1) fault(['text'], 'A header can have at most one variable');
  });

const Body = z
  .strictObject({
    type: z.literal('BODY').describe('The message itself.'),
    text: z
      .string()
      .trim()
      .min(1)
      .max(templateLimits.body)
      .describe('Variables are `{{1}}`, `{{2}}`, … or `{{name}}`, not both.'),
    example: z
      .strictObject({
        body_text: z
          .array(z.array(z.string().min(1)).max(99))
          .max(1)
          .optional()
          .describe('One list with an example for each numbered variable.'),
        body_text_named_params: namedParams.optional(),
      })
      .optional()
      .describe('For the reviewers; needed if the text has variables.'),
  })
  .superRefine((body, context) => {
    const { body_text: lists, body_text_named_params: named } = body.example ?? {};
    checkText(body.text, { field: 'body_text', list: lists?.[0], named }, faultIn(context));
  });

const Footer = z
  .strictObject({
    type: z.literal('FOOTER').describe('Stands below the body.'),
    text: z.string().trim().min(1).max(templateLimits.footer).describe('Without variables.'),
  })
  .superRefine((footer, context) => {
    if (footer.text.includes('{{')) faultIn(context)(['text'], 'A footer cannot have variables');
  });

const label = z.string().trim().min(1).max(templateLimits.label).describe('What the button says.');

const UrlButton = z
  .strictObject({
    type: z.literal('URL').describe('Opens a web page.'),
    text: label,
    url: z.string().min(1).max(templateLimits.url).describe('An http(s) address; `{{1}}` may stand at its end.'),
    example: z.array(z.string().min(1)).max(1).optional().describe('An example for the variable; needed with one.'),
  })
  .superRefine((button, context) => {
    const fault = faultIn(context);
    if (!/^https?:\/\/[^\s/]+/.test(button.url)) fault(['url'], 'must be an http(s) address');
    for (const message of variableFaults(button.url)) fault(['url'], message);
    const names = namesIn(button.url);
    if (names.length === 0) return;
    if (!/\{\{1\}\}$/.test(button.url) || names.length > 1) fault(['url'], 'may contain only {{1}}, at its end');
    if (!button.example?.length) fault(['example'], 'An address with a variable needs an example');
  });

const Button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY').describe('Sends its own text as the answer.'), text: label }),
  UrlButton,
  z.strictObject({
    type: z.literal('PHONE_NUMBER').describe('Calls a number.'),
    text: label,
    phone_number: z
      .string()
      .regex(/^\+?\d{8,20}$/)
      .describe('The number, 8 to 20 digits.'),
  }),
  z.strictObject({
    type: z.literal('COPY_CODE').describe('Copies a code that each send brings along.'),
    example: z.string().min(1).max(templateLimits.code).describe('Such a code, for the reviewers.'),
  }),
]);

const Buttons = z.strictObject({
  type: z.literal('BUTTONS').describe('What the customer can tap.'),
  buttons: z.array(Button).min(1).max(10).describe('In the order in which they are shown.'),
});

/** Each variable needs an example in the vendor's form: a list for numbers, pairs for names. */
function checkText(
  text: string,
  example: { field: string; list?: string[] | undefined; named?: z.output<typeof namedParams> | undefined },
  fault: Fault,
): void {
  const faults = variableFaults(text);
  for (const message of faults) fault(['text'], message);
  const names = namesIn(text);
  if (faults.length > 0 || names.length === 0) return;
  if (/^\d/.test(names[0] as string)) {
    const given = example.list?.length ?? 0;
    if (given === names.length) return;
    fault(['example'], `${example.field} needs ${names.length} example(s), but has ${given}`);
    return;
  }
  const named = new Set(example.named?.map((entry) => entry.param_name));
  for (const name of names.filter((entry) => !named.has(entry))) {
    fault(['example'], `${example.field}_named_params needs an example for {{${name}}}`);
  }
}

/** The components of a template in the vendor's form; validation reports every fault. */
export const Components = z
  .array(z.discriminatedUnion('type', [Header, Body, Footer, Buttons]))
  .min(1)
  .max(4)
  .superRefine((components, context) => {
    const fault = faultIn(context);
    const types = components.map((component) => component.type);
    for (const [index, type] of types.entries()) {
      if (types.indexOf(type) < index) fault([index, 'type'], `A template can have at most one ${type}`);
    }
    if (!types.includes('BODY')) fault([], 'A template needs a BODY');
    const texts = components.flatMap((component) => ('text' in component && component.text ? [component.text] : []));
    const kinds = new Set(texts.flatMap(namesIn).map((name) => /^\d/.test(name)));
    if (kinds.size > 1) fault([], 'The variables of a template must be all numbered or all named');
  })
  .describe("In the vendor's form: one BODY, and at most one HEADER, FOOTER and BUTTONS.");
