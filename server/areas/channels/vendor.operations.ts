import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { listOf } from '../../http/paginate.ts';
import { callVendor, templatesOf, vendorErrors } from './call-vendor.ts';
import { channelTarget } from './channel-target.ts';
import { TemplateCategory, TemplateQuality, TemplateStatus } from './schemas.ts';
import { type ChannelRow, findChannel } from './store.ts';

const PlatformTemplate = z
  .object({
    providerId: z.string().describe("The vendor's id of the template."),
    name: z.string().describe('Its name, unique at the vendor within a language.'),
    language: z.string().describe('Language code of the vendor, such as `pt_BR`.'),
    category: TemplateCategory,
    status: TemplateStatus,
    reason: z.string().nullable().describe('Why it was rejected, paused or disabled; null otherwise.'),
    quality: TemplateQuality,
    components: z
      .array(z.record(z.string(), z.unknown()))
      .describe("Header, body, footer and buttons in the vendor's form."),
  })
  .meta({ id: 'PlatformTemplate' });

const BusinessVerification = z
  .object({
    channelId: z.string(),
    supported: z.boolean().describe('Whether the vendor verifies businesses.'),
    status: z.string().describe("In the vendor's terms; UNKNOWN while disconnected, NOT_APPLICABLE if not supported."),
    detail: z.string().nullable().describe('What else the vendor says, for people; null if nothing.'),
  })
  .meta({ id: 'BusinessVerification' });

/** The vendor's data about a channel besides messages. */
export const vendorOperations = {
  listPlatformTemplates: operation({
    method: 'get',
    path: '/api/channels/{id}/platform/templates',
    scope: 'channels.read',
    summary: "List a channel's templates at the vendor",
    description: 'Queries the vendor now. 400 `channel_unsupported` if the vendor has no templates.',
    tx: 'none',
    target: channelTarget,
    success: 200,
    response: listOf(PlatformTemplate),
    errors: vendorErrors,
    async run({ db, platform, workspace, params }) {
      const templates = templatesOf(platform, (await findChannel(db, workspace.id, params.id)) as ChannelRow);
      return { data: await callVendor(platform, () => templates.list()) };
    },
  }),

  getBusinessVerification: operation({
    method: 'get',
    path: '/api/channels/{id}/business-verification',
    scope: 'channels.read',
    summary: 'Get the verification of the business by the vendor',
    description: 'Queries the vendor now.',
    tx: 'none',
    target: channelTarget,
    success: 200,
    response: BusinessVerification,
    errors: ['provider_unreachable', 'provider_failed', 'provider_refused'],
    async run({ platform, target }) {
      const channelId = target.id;
      const supported = target.provider === 'CLOUD_API';
      if (!supported) return { channelId, supported, status: 'NOT_APPLICABLE', detail: null };
      const connection = platform.services.channelHub.connection(channelId);
      const verification = await callVendor(platform, async () => connection?.businessVerification?.() ?? null);
      return {
        channelId,
        supported,
        ...(verification ?? { status: 'UNKNOWN', detail: 'The channel is not connected' }),
      };
    },
  }),
} satisfies Operations;
