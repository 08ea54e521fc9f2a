import { z } from 'zod';

/** The QR-paired provider's name in the API, angle brackets included; input without them is accepted. */
export const qrProvider = '<QR_PROVIDER>';

const ChannelProvider = z.enum([qrProvider, 'CLOUD_API']).meta({ id: 'ChannelProvider' });
export type ChannelProvider = z.infer<typeof ChannelProvider>;

export const ChannelDriver = z.enum(['live', 'simulator']).meta({ id: 'ChannelDriver' });

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
const ChannelStatus = z.enum(channelStatuses).meta({ id: 'ChannelStatus' });
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

/** The types that carry a file. */
export type FileMessageType = {
  [Type in MessageType]: (typeof carried)[Type] extends 'file' ? Type : never;
}[MessageType];

export const messageTypes = Object.keys(carried) as [MessageType, ...MessageType[]];
export const MessageType = z.enum(messageTypes).meta({ id: 'MessageType' });

export const carriesFile = (type: MessageType): type is FileMessageType => carried[type] === 'file';

export const carriesPlace = (type: MessageType): boolean => carried[type] === 'place';

/** The types whose content is not what somebody wrote. */
export const wordlessTypes: MessageType[] = messageTypes.filter(carriesPlace);

export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
export const TemplateCategory = z.enum(templateCategories).meta({ id: 'TemplateCategory' });
export type TemplateCategory = (typeof templateCategories)[number];

export const templateStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
export const TemplateStatus = z.enum(templateStatuses).meta({ id: 'TemplateStatus' });
export type TemplateStatus = (typeof templateStatuses)[number];

export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
export const TemplateQuality = z.enum(templateQualities).meta({ id: 'TemplateQuality' });
export type TemplateQuality = (typeof templateQualities)[number];

export const Channel = z
  .object({
    id: z.string(),
    name: z.string(),
    provider: ChannelProvider,
    driver: ChannelDriver.describe('`simulator` uses simulated phones and needs no account.'),
    status: ChannelStatus,
    statusReason: z.string().nullable().describe('Why the channel is in this state, for people.'),
    phoneNumber: z.string().nullable().describe("The shop's number on this channel, E.164."),
    aiAgentId: z.string().nullable(),
    connectedAt: z.string().nullable(),
    lastInboundAt: z.string().nullable(),
    deactivatedAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

const channelName = z.string().trim().min(2).max(120);

export const ChannelDraft = z.strictObject({
  name: channelName,
  provider: z.preprocess((value) => (value === 'QR_PROVIDER' ? qrProvider : value), ChannelProvider),
});
export const ChannelChange = z.strictObject({ name: channelName });

export const PairingState = z
  .object({
    state: ChannelStatus,
    qr: z.string().nullable().describe('The text of the QR code; null if there is nothing to pair.'),
    image: z.string().nullable().describe('The QR code as a data URL, PNG.'),
    expiresAt: z.string().nullable(),
    attempt: z.int().describe('Number of codes that this pairing has shown.'),
  })
  .meta({ id: 'PairingState' });

export const ChannelHealth = z
  .object({
    channelId: z.string(),
    status: ChannelStatus,
    overall: z.enum(['OK', 'DEGRADED', 'DOWN']),
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        latencyMs: z.number().nullable(),
        detail: z.string().nullable(),
        checkedAt: z.string(),
      }),
    ),
    queueDepth: z.int().describe('Messages that are being sent plus received events that are not handled yet.'),
    lastInboundAt: z.string().nullable(),
  })
  .meta({ id: 'ChannelHealth' });
