import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import {
  type TemplateCategory,
  type TemplateStatus,
  templateQualities,
  templateStatuses,
  type VendorTemplate,
  type VendorTemplates,
} from '../channels/index.ts';
import type { GraphClient } from './graph-client.ts';
import { uploadSample } from './media.ts';

const GraphTemplate = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  rejected_reason: z.string().nullish(),
  quality_score: z.object({ score: z.string().optional() }).nullish(),
  components: z.array(z.record(z.string(), z.unknown())).default([]),
});

/** Maps the vendor's states to our five: an appeal is still REJECTED, unknown states are DISABLED. */
export function toTemplateStatus(status: string): TemplateStatus {
  if (status === 'REINSTATED' || status === 'UNPAUSED') return 'APPROVED';
  if (status === 'IN_APPEAL') return 'REJECTED';
  if (status === 'FLAGGED') return 'APPROVED';
  return templateStatuses.find((known) => known === status) ?? 'DISABLED';
}

export const toTemplateCategory = (category: string): TemplateCategory =>
  category === 'MARKETING' || category === 'AUTHENTICATION' ? category : 'UTILITY';

export const toTemplateQuality = (score: string | undefined): VendorTemplate['quality'] =>
  templateQualities.find((known) => known === score) ?? 'UNKNOWN';

const toVendorTemplate = (template: z.infer<typeof GraphTemplate>): VendorTemplate => ({
  providerId: template.id,
  name: template.name,
  language: template.language,
  category: toTemplateCategory(template.category),
  status: toTemplateStatus(template.status),
  reason: template.rejected_reason && template.rejected_reason !== 'NONE' ? template.rejected_reason : null,
  quality: toTemplateQuality(template.quality_score?.score),
  components: template.components,
});

const fields = 'id,name,language,category,status,rejected_reason,quality_score,components';

/** The templates of the account, which the vendor reviews. */
export function cloudTemplates(platform: Platform, client: GraphClient): VendorTemplates {
  const path = `/${client.account.wabaId}/message_templates`;
  return {
    async list() {
      return (await client.list(path, { fields }, GraphTemplate)).map(toVendorTemplate);
    },

    async create(draft) {
      const named = /\{\{\s*[a-z_]\w*\s*\}\}/i.test(JSON.stringify(draft.components));
      const made = await client.call({
        path,
        body: {
          name: draft.name,
          language: draft.language,
          category: draft.category,
          components: draft.components,
          parameter_format: named ? 'NAMED' : 'POSITIONAL',
        },
        answer: z.object({ id: z.string(), status: z.string(), category: z.string().optional() }),
      });
      return {
        ...draft,
        providerId: made.id,
        status: toTemplateStatus(made.status),
        // The vendor may choose another category than requested.
        category: toTemplateCategory(made.category ?? draft.category),
        reason: null,
        quality: 'UNKNOWN',
      };
    },

    async delete({ providerId, name }) {
      const query = { name, hsm_id: providerId };
      await client.call({ method: 'DELETE', path, query, answer: z.object({ success: z.literal(true) }) });
    },

    uploadSample: (file) => uploadSample(platform, client, file),
  };
}
