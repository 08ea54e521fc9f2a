import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { newId } from '../../platform/ids.ts';
import { TemplateCategory, TemplateQuality, TemplateStatus, type VendorTemplate } from '../channels/index.ts';
import { common, connectionOf } from './operations.ts';
import { deleteTemplate, findTemplate, putTemplate } from './vendor.store.ts';

const place = {
  language: z.string().min(2).max(20).default('en_US').describe('The language of the template.'),
};

const TemplateChange = z.strictObject({
  ...place,
  category: TemplateCategory.default('UTILITY').describe('What it is for.'),
  status: TemplateStatus.default('APPROVED').describe('The state of its review.'),
  reason: z
    .string()
    .max(300)
    .nullable()
    .default(null)
    .describe('Why it was rejected, paused or disabled; null for no reason.'),
  quality: TemplateQuality.default('UNKNOWN').describe('Its rating.'),
  components: z.array(z.record(z.string(), z.unknown())).max(4).optional().describe('Default: a BODY with "Hi".'),
  tell: z.boolean().default(true).describe('Whether the change is reported; otherwise the next sync finds it.'),
});

/** Operations that act as the vendor's reviewers. */
export const vendorOperations = {
  putSimulatorTemplate: operation({
    ...common,
    method: 'put',
    path: '/api/simulator/channels/{id}/templates/{name}',
    summary: 'Create or change a template at the simulated vendor',
    description: "Acts as the vendor's reviewers and its template editor. Absent fields have their defaults.",
    body: TemplateChange,
    success: 200,
    response: z.object({ providerId: z.string().describe('Id of the template at the simulated vendor.') }),
    async run({ db, platform, workspace, params, body, write }) {
      const connection = await connectionOf(platform, workspace, params.id);
      const { tell, ...fields } = body;
      const present = await findTemplate(db, params.id, params.name, body.language);
      const template: VendorTemplate = {
        ...fields,
        name: params.name,
        providerId: present?.providerId ?? newId('simt'),
        components: body.components ?? present?.components ?? [{ type: 'BODY', text: 'Hi' }],
      };
      await write((work) => putTemplate(work.db, params.id, template));
      if (tell) await connection.report([{ kind: 'template', providerEventId: newId('tmpl'), template }]);
      return { providerId: template.providerId };
    },
  }),

  deleteSimulatorTemplate: operation({
    ...common,
    method: 'delete',
    path: '/api/simulator/channels/{id}/templates/{name}',
    summary: 'Delete a template at the simulated vendor',
    query: z.object(place),
    success: 204,
    response: null,
    async run({ db, platform, workspace, params, query, write, fail }) {
      await connectionOf(platform, workspace, params.id);
      const present = await findTemplate(db, params.id, params.name, query.language);
      if (!present) throw fail('not_found', 'The simulated platform has no such template');
      await write((work) => deleteTemplate(work.db, params.id, present.providerId));
    },
  }),
} satisfies Operations;
