import { z } from 'zod';

/** The QR-paired provider's name in the API, angle brackets included; input without them is accepted. */
export const qrProvider = '<QR_PROVIDER>';

export const ChannelProvider = z.enum([qrProvider, 'CLOUD_API']).meta({
  id: 'ChannelProvider',
  description: "`<QR_PROVIDER>` pairs with the shop's phone by QR code; CLOUD_API is the vendor's business API.",
});
export type ChannelProvider = z.infer<typeof ChannelProvider>;

export const ChannelDriver = z.enum(['live', 'simulator']).meta({
  id: 'ChannelDriver',
  description: "`live` is the vendor's service; `simulator` has simulated phones and needs no account.",
});

export const channelStatuses = [
  'DISCONNECTED',
  'CONNECTING',
  'PAIRING',
  'PAIRING_BLOCKED',
  'CONNECTED',
  'DEGRADED',
  'LOGGED_OUT',
  'BANNED',
  'DEACTIVATED',
] as const;
const ChannelStatus = z.enum(channelStatuses).meta({
  id: 'ChannelStatus',
  description:
    'How a channel is connected. Only CONNECTED and DEGRADED (connected, with a fault or limits of the vendor) send. ' +
    'PAIRING shows a QR code; PAIRING_BLOCKED: the account refuses this kind of pairing; LOGGED_OUT: unlinked, to be ' +
    'paired again; BANNED: the vendor has closed the account; DEACTIVATED: switched off here.',
});
export type ChannelStatus = (typeof channelStatuses)[number];

/**
 * What a message of each type carries: words, a file (with words as its caption), or a place (a geo URI as its
 * content). A new type begins here; the compiler then names what has to read, write and show it.
 */
const carried = {
  TEXT: 'words',
  AUDIO: 'file',
  IMAGE: 'file',
  VIDEO: 'file',
  DOCUMENT: 'file',
  LOCATION: 'place',
} as const;

export type MessageType = keyof typeof carried;

export const MessageRequest = z.enum(['contactInfo']).meta({
  id: 'MessageRequest',
  description:
    "Extension: asks for the customer's phone number. On CLOUD_API the vendor shows a button that shares it; elsewhere the " +
    'text alone asks.',
});
export type MessageRequest = z.infer<typeof MessageRequest>;

/** The types that carry a file. */
export type FileMessageType = {
  [Type in MessageType]: (typeof carried)[Type] extends 'file' ? Type : never;
}[MessageType];

export const messageTypes = Object.keys(carried) as [MessageType, ...MessageType[]];
export const MessageType = z.enum(messageTypes).meta({
  id: 'MessageType',
  description: 'What a message carries: words (TEXT), a file with an optional caption, or a place (LOCATION).',
});

export const carriesFile = (type: MessageType): type is FileMessageType => carried[type] === 'file';

export const carriesPlace = (type: MessageType): boolean => carried[type] === 'place';

/** The types whose content is not what somebody wrote. */
export const wordlessTypes: MessageType[] = messageTypes.filter(carriesPlace);

export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
export const TemplateCategory = z.enum(templateCategories).meta({
  id: 'TemplateCategory',
  description: 'What a template is for, in the terms of the vendor, which may change it in its review.',
});
export type TemplateCategory = (typeof templateCategories)[number];

export const templateStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
export const TemplateStatus = z.enum(templateStatuses).meta({
  id: 'TemplateStatus',
  description: 'Where the review of a template stands. Only APPROVED ones can be sent.',
});
export type TemplateStatus = (typeof templateStatuses)[number];

export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
export const TemplateQuality = z.enum(templateQualities).meta({
  id: 'TemplateQuality',
  description: "The vendor's rating by what customers do with the messages; UNKNOWN until it has one.",
});
export type TemplateQuality = (typeof templateQualities)[number];

export const Channel = z
  .object({
    id: z.string(),
    name: z.string().describe("The shop's own name for it, which customers do not see."),
    provider: ChannelProvider,
    driver: ChannelDriver,
    status: ChannelStatus,
    statusReason: z
      .string()
      .nullable()
      .describe('Why the channel is in this state, for people; null if there is nothing to say.'),
    phoneNumber: z
      .string()
      .nullable()
      .describe("The shop's number on this channel, E.164; null until it is connected."),
    aiAgentId: z.string().nullable().describe('Id of the AI agent that answers here; null if none is linked.'),
    connectedAt: z.string().nullable().describe('When it last became connected; null if it never was.'),
    lastInboundAt: z.string().nullable().describe('When a customer last wrote here; null if nobody has.'),
    deactivatedAt: z.string().nullable().describe('Since when it has been switched off; null while it is in use.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

const channelName = z
  .string()
  .trim()
  .min(2)
  .max(120)
  .describe("The shop's own name for the channel, which customers do not see.");

export const ChannelDraft = z.strictObject({
  name: channelName,
  provider: z
    .preprocess((value) => (value === 'QR_PROVIDER' ? qrProvider : value), ChannelProvider)
    .describe('How the channel connects, for good. `QR_PROVIDER` is understood, too.'),
});
export const ChannelChange = z.strictObject({ name: channelName });

export const PairingState = z
  .object({
    state: ChannelStatus,
    qr: z.string().nullable().describe('The text of the QR code; null if there is nothing to pair.'),
    image: z.string().nullable().describe('The QR code as a data URL, PNG.'),
    expiresAt: z.string().nullable().describe('When this code ends; null if there is nothing to pair.'),
    attempt: z.int().describe('Number of codes that this pairing has shown.'),
  })
  .meta({ id: 'PairingState' });

export const ChannelHealth = z
  .object({
    channelId: z.string(),
    status: ChannelStatus,
    overall: z
      .enum(['OK', 'DEGRADED', 'DOWN'])
      .describe('DOWN: not connected; DEGRADED: connected, but a check has failed.'),
    checks: z
      .array(
        z.object({
          name: z
            .string()
            .describe(
              'The part that was checked: `provider`, or on a CLOUD_API channel `token`, `phone`, `quality`, `throughput`, ' +
                '`messaging_limit`, `account`, `webhook` and, for a day, `reports`: an error of the vendor’s own accord.',
            ),
          ok: z.boolean().describe('Whether this part works.'),
          latencyMs: z
            .number()
            .nullable()
            .describe('How long the vendor took to answer, in milliseconds; null if it was not asked.'),
          detail: z.string().nullable().describe('What was found, for people; null if there is nothing to say.'),
          checkedAt: z.string(),
        }),
      )
      .describe('What was checked at the vendor just now; empty without a connection.'),
    queueDepth: z.int().describe('Messages that are being sent plus received events that are not handled yet.'),
    lastInboundAt: z.string().nullable().describe('When a customer last wrote here; null if nobody has.'),
  })
  .meta({ id: 'ChannelHealth' });
