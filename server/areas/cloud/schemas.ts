import { z } from 'zod';

const vendorId = z.string().regex(/^\d{5,32}$/, 'must be an id of the vendor (digits only)');
const secret = z.string().trim().min(8).max(1_024);

export const CredentialDraft = z.strictObject({
  accessToken: z.string().trim().min(20).max(1_024).describe('A system user token that does not expire.'),
  phoneNumberId: vendorId.describe('The id of the number, not the number itself.'),
  wabaId: vendorId.describe('The id of the business account of the number.'),
  businessId: vendorId.optional().describe('The business portfolio; needed to link its catalogs.'),
  appId: vendorId.optional().describe('The app; needed to upload samples of template media.'),
  appSecret: secret.describe('Signs the webhooks of the app.'),
  verifyToken: secret.optional().describe('Verifies the webhook; generated if absent.'),
});

const CloudInbound = z.enum(['verified', 'unverified', 'unreachable']).meta({
  id: 'CloudInbound',
  description:
    "Whether customers' messages can arrive. `verified`: the vendor has reached the webhook; `unverified`: it has not " +
    'called yet; `unreachable`: there is no public https address that it could call.',
});

const shown = {
  channelId: z.string(),
  phoneNumberId: z.string().describe("The vendor's id of the number."),
  wabaId: z.string().describe("The vendor's id of the business account of the number."),
  businessId: z
    .string()
    .nullable()
    .describe("The vendor's id of the business portfolio; null without one, and then no catalog can be linked."),
  appId: z
    .string()
    .nullable()
    .describe("The vendor's id of the app; null without one, and then no samples of template media can be uploaded."),
  accessTokenLast4: z.string().describe('The end of the token; the secrets themselves are never shown.'),
  webhookUrl: z.string().nullable().describe('The callback URL for the app dashboard; null without a public address.'),
  inbound: CloudInbound,
  inboundDetail: z.string().describe('The same for people, with what is left to do.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const CloudCredentials = z.object(shown).meta({ id: 'CloudCredentials' });

export const SavedCloudCredentials = z
  .object({ ...shown, verifyToken: z.string().describe('For the app dashboard; shown only here.') })
  .meta({ id: 'SavedCloudCredentials' });
