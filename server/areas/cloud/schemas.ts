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

const shown = {
  channelId: z.string(),
  phoneNumberId: z.string(),
  wabaId: z.string(),
  businessId: z.string().nullable(),
  appId: z.string().nullable(),
  accessTokenLast4: z.string().describe('The end of the token; the secrets themselves are never shown.'),
  webhookUrl: z.string().nullable().describe('The callback URL for the app dashboard; null without a public address.'),
  inbound: z.enum(['verified', 'unverified', 'unreachable']).describe("Whether customers' messages can arrive."),
  inboundDetail: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const CloudCredentials = z.object(shown).meta({ id: 'CloudCredentials' });

export const SavedCloudCredentials = z
  .object({ ...shown, verifyToken: z.string().describe('For the app dashboard; shown only here.') })
  .meta({ id: 'SavedCloudCredentials' });
