import { Deleted, deleted } from '../../http/deleted.ts';
import { exportCsv } from '../../http/export.ts';
import { inParts, type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { pageOf, toPage } from '../../http/paginate.ts';
import { readOperation } from '../../http/usual-operations.ts';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { nameColumns } from '../../platform/database/fold.ts';
import { invalid, Problem, unknownReference } from '../../platform/problem.ts';
import { requireChannel } from '../channels/index.ts';
import { findTemplate, toTemplate } from '../templates/index.ts';
import { Recipient, RecipientListQuery } from './audience/audience.schemas.ts';
import { listRecipients, toRecipient } from './audience/recipients.store.ts';
import { assertEditable, queueAudienceDeletion } from './audience/replace-audience.ts';
import { copyCampaign } from './copy-campaign.ts';
import { fetchHeader, keepHeader } from './header-file.ts';
import { readReport, recipientRows } from './results/read-report.ts';
import { CampaignReport } from './results/report.schemas.ts';
import { Campaign, CampaignDraft, CampaignListQuery, type Mapping, Mappings } from './schemas.ts';
import { showCampaign, showCampaigns } from './show-campaign.ts';
import {
  type CampaignRow,
  deleteCampaign,
  findCampaign,
  insertCampaign,
  listCampaigns,
  updateCampaign,
} from './store.ts';

export const campaign = target(Campaign, async ({ db, platform, workspace, params }: TargetContext<'id'>) => {
  const row = await findCampaign(db, workspace.id, params.id);
  return row && showCampaign(platform, db, row);
});

/** The row behind the operation's target. Throws 404 when it was deleted since. */
export async function rowOf(db: Db, workspace: Workspace, id: string): Promise<CampaignRow> {
  const row = await findCampaign(db, workspace.id, id);
  if (!row) throw new Problem('not_found');
  return row;
}

const byReference = { errors: ['unknown_reference'], statuses: { unknown_reference: 400 } } as const;
const drafting = { errors: ['unknown_reference', 'quota_exceeded'], statuses: { unknown_reference: 400 } } as const;
const editing = { ...drafting, errors: [...drafting.errors, 'campaign_not_editable'] } as const;

export const campaignOperations = {
  listMarketingCampaigns: operation({
    method: 'get',
    path: '/api/marketing-campaigns',
    scope: 'campaigns.read',
    summary: 'List marketing campaigns',
    description: 'Newest first.',
    tx: 'read',
    query: CampaignListQuery,
    success: 200,
    response: pageOf(Campaign),
    ...byReference,
    async run({ db, platform, workspace, query }) {
      if (query.channelId !== undefined) await requireChannel(db, workspace.id, query.channelId, 'query.channelId');
      const { rows, total } = await listCampaigns(db, workspace.id, query, query);
      return toPage(query, await showCampaigns(platform, db, workspace.id, rows), total);
    },
  }),

  createMarketingCampaign: operation({
    method: 'post',
    path: '/api/marketing-campaigns',
    scope: 'campaigns.write',
    summary: 'Create a marketing campaign',
    description: 'A DRAFT: give it an audience and map the variables of its template, then start it.',
    tx: 'none',
    body: CampaignDraft,
    success: 201,
    response: Campaign,
    ...drafting,
    async run({ body, platform, workspace, write }) {
      const media = await fetchHeader(platform, workspace, body.mediaUrl);
      return write(async (work) => {
        const { template, ...columns } = await toColumns(work.db, workspace, body);
        const header = { header_file_id: await keepHeader(work, template, media ?? null) };
        const draft = { id: work.newId('camp'), ...columns, ...header, mappings: '[]' };
        return showCampaign(platform, work.db, await insertCampaign(work, draft, work.newId('aud')));
      });
    },
  }),

  getMarketingCampaign: readOperation({
    path: '/api/marketing-campaigns/{id}',
    scope: 'campaigns.read',
    summary: 'Get a marketing campaign',
    target: campaign,
  }),

  updateMarketingCampaign: operation({
    method: 'put',
    path: '/api/marketing-campaigns/{id}',
    scope: 'campaigns.write',
    summary: 'Replace a marketing campaign',
    description: 'Only while it is a DRAFT, or PAUSED before its first send; else 409 `campaign_not_editable`.',
    tx: 'none',
    target: campaign,
    body: CampaignDraft,
    success: 200,
    response: Campaign,
    ...editing,
    async run({ body, db, params, platform, workspace, write }) {
      // Nothing is fetched for a campaign that cannot change; the transaction below loads it again.
      assertEditable(await rowOf(db, workspace, params.id));
      const media = await fetchHeader(platform, workspace, body.mediaUrl);
      return write(async (work) => {
        const present = await rowOf(work.db, workspace, params.id);
        assertEditable(present);
        const { template, ...columns } = await toColumns(work.db, workspace, body);
        const header = media === undefined ? {} : { header_file_id: await keepHeader(work, template, media) };
        const changes = { ...columns, ...header, revision: present.revision + 1 };
        return showCampaign(platform, work.db, await updateCampaign(work, params.id, changes));
      });
    },
  }),

  replaceCampaignVariables: operation({
    method: 'put',
    path: '/api/marketing-campaigns/{id}/variables',
    scope: 'campaigns.write',
    summary: 'Map the template’s variables',
    description:
      'FIELD reads a variable of the audience row, CONTACT a field of the contact, FIXED is the value itself; an empty ' +
      'value becomes the fallback. Texts are frozen when the campaign starts. A recipient without a value for a variable ' +
      'is then FAILED with `missing_variable`, one whose text is too long with `too_long`; the others get theirs.',
    tx: 'write',
    target: campaign,
    body: Mappings,
    success: 200,
    response: Campaign,
    errors: ['campaign_not_editable'],
    async run({ body, params, platform, ...work }) {
      const present = await rowOf(work.db, work.workspace, params.id);
      assertEditable(present);
      await assertMappings(work.db, present, body.mappings);
      const mappings = JSON.stringify(body.mappings);
      const row = await updateCampaign(work, params.id, { mappings, revision: present.revision + 1 });
      return showCampaign(platform, work.db, row);
    },
  }),

  duplicateMarketingCampaign: operation({
    method: 'post',
    path: '/api/marketing-campaigns/{id}/duplicate',
    scope: 'campaigns.write',
    summary: 'Copy a marketing campaign',
    description: 'Copies body, variables and audience, not the results, to a DRAFT whose name gets a counter.',
    tx: 'none',
    steps: inParts,
    target: campaign,
    success: 201,
    response: Campaign,
    async run({ db, platform, workspace, params, write }) {
      const copy = await copyCampaign(db, write, await rowOf(db, workspace, params.id));
      return showCampaign(platform, db, copy);
    },
  }),

  deleteMarketingCampaign: operation({
    method: 'delete',
    path: '/api/marketing-campaigns/{id}',
    scope: 'campaigns.write',
    summary: 'Delete a draft marketing campaign',
    tx: 'write',
    extension: true,
    target: campaign,
    success: 200,
    response: Deleted,
    errors: ['campaign_not_editable'],
    async run({ params, target, fail, ...work }) {
      if (target.status !== 'DRAFT')
        throw fail('campaign_not_editable', `It is ${target.status}: only drafts can be deleted`);
      const { audience_id: audienceId } = await rowOf(work.db, work.workspace, params.id);
      await deleteCampaign(work, params.id);
      await queueAudienceDeletion(work, audienceId);
      return deleted(params.id);
    },
  }),

  listCampaignRecipients: operation({
    method: 'get',
    path: '/api/marketing-campaigns/{id}/recipients',
    scope: 'campaigns.read',
    summary: 'List the recipients of a marketing campaign',
    description: 'In the order of the audience, including skipped recipients and the reason.',
    tx: 'read',
    target: campaign,
    query: RecipientListQuery,
    success: 200,
    response: pageOf(Recipient),
    async run({ db, workspace, params, query }) {
      const { audience_id: audienceId } = await rowOf(db, workspace, params.id);
      const { rows, total } = await listRecipients(db, workspace.id, audienceId, query, query);
      return toPage(query, rows.map(toRecipient), total);
    },
  }),

  getCampaignReport: operation({
    method: 'get',
    path: '/api/marketing-campaigns/{id}/report',
    scope: 'campaigns.read',
    summary: 'Get the report of a marketing campaign',
    description: '`Accept: text/csv` returns the recipients as a file, in UTF-8 with a BOM.',
    tx: 'none',
    dear: { atOnce: 2 },
    steps: 15_000,
    target: campaign,
    exports: true,
    success: 200,
    response: CampaignReport,
    run: async ({ db, workspace, params, now }) => readReport(db, await rowOf(db, workspace, params.id), now),
    csv: async (context) =>
      exportCsv(context, recipientRows(context.db, await rowOf(context.db, context.workspace, context.params.id))),
  }),
} satisfies Operations;

/** Converts a body to columns, beside its template. Throws 400 for an unknown channel or a template of another channel. */
async function toColumns(db: Db, workspace: Workspace, body: CampaignDraft) {
  await requireChannel(db, workspace.id, body.channelId, 'body.channelId');
  const template = await findTemplate(db, workspace.id, body.channelTemplateId);
  if (template?.channel_id !== body.channelId) {
    const message = template ? 'This is a template of another channel' : 'No such template';
    throw unknownReference('body.channelTemplateId', message);
  }
  return {
    ...nameColumns(body.name),
    channel_id: body.channelId,
    template_id: body.channelTemplateId,
    timezone: body.timezone ?? workspace.timezone,
    audience_source: body.audienceSource,
    stop_on_reply: body.stopOnReply ? (1 as const) : (0 as const),
    send_interval_ms: body.sendIntervalMs,
    template,
  };
}

/** Throws 400 for a variable that is mapped twice or that the template does not have. */
async function assertMappings(db: Db, row: CampaignRow, mappings: Mapping[]): Promise<void> {
  const template = await findTemplate(db, row.workspace_id, row.template_id);
  const known = template ? toTemplate(template).variables : [];
  const names = mappings.map((mapping) => mapping.variable);
  for (const [index, name] of names.entries()) {
    const field = `body.mappings[${index}].variable`;
    if (names.indexOf(name) < index) throw invalid(field, `{{${name}}} is mapped twice`, 'duplicate');
    if (template && !known.includes(name)) {
      throw invalid(field, `The template has no {{${name}}}, only ${known.join(', ') || 'none'}`, 'unknown_variable');
    }
  }
}
