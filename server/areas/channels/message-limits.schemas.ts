import { z } from 'zod';
import { type FieldError, Problem } from '../../platform/problem.ts';
import { ChannelProvider, qrProvider } from './schemas.ts';

/**
 * Lengths are counted in UTF-16 units, as `String.length` does. No vendor says whether it counts these or code points. A
 * text within the limit in units is within it in code points, too.
 */
const units = z.int();

export const MessageLimits = z.object({
  provider: ChannelProvider,
  text: units.describe('The text of a TEXT.'),
  caption: units.describe('The text of an IMAGE, VIDEO or DOCUMENT. An AUDIO has none.'),
  request: units.describe('The text of a message with `request`.'),
  placeName: units.describe('The name in the geo URI of a LOCATION.'),
});
export type MessageLimits = z.infer<typeof MessageLimits>;

export const TemplateLimits = z.object({
  header: units.describe('The text of the header, its variable filled.'),
  body: units.describe('The body, its variables filled.'),
  footer: units,
  label: units.describe('The text of a button.'),
  url: units.describe('The address of a button, its variable filled.'),
  code: units.describe('The code of a COPY_CODE button or of an AUTHENTICATION template.'),
});

export const ShownLimits = z
  .object({
    channels: z.array(MessageLimits).describe('By the kind of channel; the simulator behaves as its provider.'),
    template: TemplateLimits.describe('Limits of reviewed templates. A local template is sent as a text or a caption.'),
  })
  .meta({ id: 'MessageLimits', description: 'Longest texts that vendors accept, in UTF-16 units.' });

type Limit = Exclude<keyof MessageLimits, 'provider'>;

/** The longest text that any channel accepts. */
export const longestContent = 65_536;

/**
 * Longest texts that vendors accept in a message. CLOUD_API: the vendor's references of messages and templates. QR: the
 * vendor sees no text, since it is encrypted; phones show up to 65,536.
 */
export const messageLimits: Record<ChannelProvider, Record<Limit, number>> = {
  CLOUD_API: { text: 4_096, caption: 1_024, request: 1_024, placeName: 1_000 },
  [qrProvider]: { text: longestContent, caption: longestContent, request: longestContent, placeName: 1_000 },
};

/** From the vendor's reference of template components. */
export const templateLimits: z.infer<typeof TemplateLimits> = {
  header: 60,
  body: 1_024,
  footer: 60,
  label: 25,
  url: 2_000,
  code: 15,
};

/** The table as the console shows it. */
export const shownLimits: z.infer<typeof ShownLimits> = {
  channels: Object.entries(messageLimits).map(([provider, limits]) => ({
    provider: provider as ChannelProvider,
    ...limits,
  })),
  template: templateLimits,
};

/** The fault of a text that is too long; none if it fits. `what` begins the message, such as `The caption`. */
export function findTooLong(field: string, what: string, { length }: string, limit: number): FieldError[] {
  if (length <= limit) return [];
  const message =
    limit === 0
      ? `${what} is not shown to the customer: send it as a message of its own`
      : `${what} has ${length} characters, and at most ${limit} can be sent`;
  return [{ field, code: 'too_long', message, limit, length }];
}

/** The 400 that names each text that is too long, with its limit and its length. */
export const tooLong = (errors: FieldError[]): Problem =>
  new Problem('validation_failed', errors.map(({ message }) => message).join('; '), { errors });
