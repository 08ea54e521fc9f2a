import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import {
  type TemplateCategory,
  type TemplateStatus,
  templateCategories,
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

/** States of the vendor besides our five, in which it sends nothing. An appeal is still REJECTED. */
const otherStates: Record<string, TemplateStatus> = {
  ARCHIVED: 'DISABLED',
  DELETED: 'DISABLED',
  PENDING_DELETION: 'DISABLED',
  LIMIT_EXCEEDED: 'DISABLED',
  IN_APPEAL: 'REJECTED',
};

const toWord = (state: string): string =>
  state
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');

const findOwn = (word: string): TemplateStatus | undefined => templateStatuses.find((status) => status === word);

/** The state that an event names; null if the event does not say what the template is now, or is unknown. */
export function toReportedState(event: string): Pick<VendorTemplate, 'status' | 'reason'> | null {
  const word = toWord(event);
  if (word === 'ARCHIVED') return { status: 'DISABLED', reason: word };
  const status = findOwn(word);
  return status ? { status, reason: null } : null;
}

/**
 * Maps a state to our five, with the vendor's word as the reason where it says more. Only the vendor knows whether a
 * template in an unknown state may be sent, so it is `otherwise`.
 */
function toState(state: string, otherwise: TemplateStatus): Pick<VendorTemplate, 'status' | 'reason'> {
  const word = toWord(state);
  const own = findOwn(word);
  return own ? { status: own, reason: null } : { status: otherStates[word] ?? otherwise, reason: word || null };
}

export const toReason = (reason: string | null | undefined): string | null =>
  reason && reason !== 'NONE' ? reason : null;

export const readCategory = (category: string): TemplateCategory | null =>
  templateCategories.find((known) => known === toWord(category)) ?? null;

export const toTemplateQuality = (score: string | undefined): VendorTemplate['quality'] =>
  templateQualities.find((known) => known === score) ?? 'UNKNOWN';

function toVendorTemplate(template: z.infer<typeof GraphTemplate>): VendorTemplate {
  const { status, reason } = toState(template.status, 'APPROVED');
  return {
    providerId: template.id,
    name: template.name,
    language: template.language,
    category: readCategory(template.category) ?? 'UTILITY',
    status,
    reason: toReason(template.rejected_reason) ?? reason,
    quality: toTemplateQuality(template.quality_score?.score),
    components: template.components,
  };
}

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
        ...toState(made.status, 'PENDING'),
        // The vendor may choose another category than requested.
        category: readCategory(made.category ?? '') ?? draft.category,
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
