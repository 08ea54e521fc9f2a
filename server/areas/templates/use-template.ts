import type { Db } from '../../platform/database/database.ts';
import { findRowBy } from '../../platform/database/workspace-rows.ts';
import type { FileKind } from '../../platform/files/file-kind.ts';
import { type FieldError, Problem } from '../../platform/problem.ts';
import { oneLine } from '../../platform/text/one-line.ts';
import { findTooLong, messageLimits, type OutgoingTemplate, qrProvider, templateLimits } from '../channels/index.ts';
import { headerFaultOf } from './header-media.ts';
import { type ChatTemplateRow, componentsOf, findByName } from './store.ts';
import { type Component, fillText, type TemplateVariable, templateVariables } from './template-variables.ts';

/** Values by the keys of `ChatTemplate.variables`, or in their order. */
export type TemplateValues = string[] | Record<string, string>;

/** A filled template: its text, and its form for the vendor. */
export interface FilledTemplate {
  /** The body; for a local template header, body and footer, which are sent as one text. */
  text: string;
  /** Null for a local template, which is sent as text. */
  outgoing: OutgoingTemplate | null;
}

/** The channel's template of that name and language; null if it does not exist or may not be sent now. */
export async function findUsableTemplate(
  db: Db,
  workspaceId: string,
  channelId: string,
  name: string,
  language: string,
): Promise<ChatTemplateRow | null> {
  const row = await findByName(db, workspaceId, channelId, name, language);
  const header = row && componentsOf(row).find((component) => component.type === 'HEADER');
  // Our messages cannot carry these kinds of header.
  if (header?.format === 'LOCATION' || header?.format === 'PRODUCT') return null;
  return row?.status === 'APPROVED' ? row : null;
}

/**
 * Fills a template, each value on one line. Throws 400 with every missing value and every text that becomes too long
 * (`field` is the field of the values), and with media that the header lacks or does not accept.
 */
export function fillChatTemplate(
  row: ChatTemplateRow,
  values: TemplateValues | undefined,
  { media, field }: { media: FileKind | null; field: string },
): FilledTemplate {
  const components = componentsOf(row);
  const variables = templateVariables(components);
  const given = toGiven(variables, values ?? []);
  const textOf = (place: 'HEADER' | 'BODY' | 'FOOTER') => {
    const text = components.find((component) => component.type === place)?.text ?? '';
    return fillText(text, (name) => given.get((place === 'HEADER' && /^\d/.test(name) ? 'header.' : '') + name) ?? '');
  };
  const whole = [textOf('HEADER'), textOf('BODY'), textOf('FOOTER')].filter((part) => part !== '').join('\n\n');
  const faults = [
    ...missingValues(variables, given, field),
    ...mediaFaults(components, media),
    ...(row.local === 1
      ? findTooLong(field, 'The text', whole, messageLimits[qrProvider][media ? 'caption' : 'text'])
      : [
          ...findTooLong(field, 'The header', textOf('HEADER'), templateLimits.header),
          ...findTooLong(field, 'The text', textOf('BODY'), templateLimits.body),
          ...findLongValues(row, components, given, field),
        ]),
  ];
  if (faults.length > 0) {
    throw new Problem('validation_failed', faults.map((fault) => fault.message).join('; '), { errors: faults });
  }
  if (row.local === 1) return { text: whole, outgoing: null };
  const { name, language } = row;
  return { text: textOf('BODY'), outgoing: { name, language, components: toSent(components, variables, given) } };
}

/** Addresses and codes that become too long. */
function findLongValues(
  { category }: ChatTemplateRow,
  components: Component[],
  given: Map<string, string>,
  field: string,
): FieldError[] {
  const code = category === 'AUTHENTICATION' ? (given.get('1') ?? '') : '';
  const buttons = components.find((component) => component.type === 'BUTTONS')?.buttons ?? [];
  return [
    ...findTooLong(field, 'The code', code, templateLimits.code),
    ...buttons.flatMap(({ type, url = '' }, index) => {
      const value = given.get(`button.${index + 1}`) ?? '';
      const what = `{{button.${index + 1}}}`;
      if (type === 'COPY_CODE') return findTooLong(field, what, value, templateLimits.code);
      return findTooLong(
        field,
        `The address with ${what}`,
        fillText(url, () => value),
        templateLimits.url,
      );
    }),
  ];
}

function toGiven(variables: TemplateVariable[], values: TemplateValues): Map<string, string> {
  const entries = Array.isArray(values)
    ? variables.map(({ key }, index) => [key, values[index]] as const)
    : variables.map(({ key }) => [key, values[key]] as const);
  // The vendor refuses line breaks, tabs and runs of spaces in a value.
  return new Map(
    entries.map(([key, value = '']) => [key, oneLine(value)] as const).filter(([, value]) => value !== ''),
  );
}

const missingValues = (variables: TemplateVariable[], given: Map<string, string>, field: string): FieldError[] =>
  variables
    .filter(({ key }) => !given.has(key))
    .map(({ key }) => ({ field, code: 'required', message: `The template needs a value for {{${key}}}` }));

function mediaFaults(components: Component[], media: FileKind | null): FieldError[] {
  const message = headerFaultOf(components, media);
  if (message === null) return [];
  return [{ field: 'body.mediaUrl', code: media === null ? 'required' : 'invalid', message }];
}

type Sent = OutgoingTemplate['components'][number];

/** The components of a send (messages API, type template); the driver adds the media of a header. */
function toSent(components: Component[], variables: TemplateVariable[], given: Map<string, string>): Sent[] {
  const texts = (place: 'HEADER' | 'BODY') =>
    variables
      .filter((variable) => variable.place === place)
      .map(({ key, name }) => ({
        type: 'text',
        text: given.get(key),
        ...(name && !/^\d/.test(name) ? { parameter_name: name } : {}),
      }));
  const buttons = components.find((component) => component.type === 'BUTTONS')?.buttons ?? [];
  const gaps = buttons.flatMap((button, index): Sent[] => {
    const place = { type: 'button', index: String(index) };
    // The button of a one-time code repeats the code of the body.
    if (button.type === 'OTP') return [{ ...place, sub_type: 'url', parameters: texts('BODY').slice(0, 1) }];
    const value = given.get(`button.${index + 1}`);
    if (value === undefined) return [];
    return button.type === 'COPY_CODE'
      ? [{ ...place, sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: value }] }]
      : [{ ...place, sub_type: 'url', parameters: [{ type: 'text', text: value }] }];
  });
  const named = [
    { type: 'header', parameters: texts('HEADER') },
    { type: 'body', parameters: texts('BODY') },
  ].filter(({ parameters }) => parameters.length > 0);
  return [...named, ...gaps];
}

/** Whether any channel of the workspace may send the template of that name and language. */
export async function hasUsableTemplate(db: Db, workspaceId: string, name: string, language: string): Promise<boolean> {
  return (await findRowBy(db, 'chat_templates', workspaceId, { name, language, status: 'APPROVED' })) !== null;
}
