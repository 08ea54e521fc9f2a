import { inParts, type Operations, operation } from '../../../http/operation.ts';
import { requireChannel } from '../../channels/index.ts';
import { campaign, rowOf } from '../operations.ts';
import { findUnsendable } from '../sending/find-unsendable.ts';
import { Audience, AudienceResult } from './audience.schemas.ts';
import {
  ContactAudience,
  ContactAudiencePreview,
  CsvAudience,
  CsvAudiencePreview,
} from './contact-audience.schemas.ts';
import { parseAudience } from './parse-audience.ts';
import { previewContacts } from './preview-contacts.ts';
import { previewCsv } from './preview-csv.ts';
import { replaceAudience } from './replace-audience.ts';

export const audienceOperations = {
  replaceCampaignAudience: operation({
    method: 'put',
    path: '/api/marketing-campaigns/{id}/audience',
    scope: 'campaigns.write',
    summary: 'Replace the audience of a marketing campaign',
    description:
      'Numbers without a country code belong to the workspace’s country. Accepted rows become PENDING recipients. ' +
      'Rows that repeat a person, rows that name nobody and people who opted out become SKIPPED, with the reason. Only ' +
      'while the campaign is a DRAFT, or PAUSED before its first send; else 409 `campaign_not_editable`.',
    tx: 'none',
    steps: inParts,
    target: campaign,
    body: Audience,
    success: 200,
    response: AudienceResult,
    errors: ['campaign_not_editable'],
    async run({ db, platform, workspace, params, body, write }) {
      const parts = parseAudience(body.rows, workspace.country);
      const { result, changed } = await replaceAudience(write, await rowOf(db, workspace, params.id), parts);
      return { ...result, unsendable: await findUnsendable({ db, secrets: platform.secrets }, changed) };
    },
  }),

  previewContactAudience: operation({
    method: 'post',
    path: '/api/marketing-campaigns/audience/contacts',
    scope: 'campaigns.write',
    words: 'never',
    summary: 'Preview an audience of contacts',
    description:
      'Contacts match every given filter and any of the tags. Nothing is stored: put `rows` as the audience.',
    tx: 'read',
    steps: 20_000,
    body: ContactAudience,
    success: 200,
    response: ContactAudiencePreview,
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, body, now }) {
      if (body.channelId !== undefined) await requireChannel(db, workspace.id, body.channelId, 'body.channelId');
      return previewContacts(db, workspace.id, body, now);
    },
  }),

  validateCampaignCsv: operation({
    method: 'post',
    path: '/api/marketing-campaigns/audience/csv/validate',
    scope: 'campaigns.write',
    words: 'never',
    summary: 'Validate a CSV audience',
    description:
      'Delimited by comma, semicolon or tab. The heading identifies the phone column (`telefone`, `phone`, ' +
      '`celular`, …) and the column `contactId`, for people who hide the number; without either 400 ' +
      '`no_phone_column`. Text decoded with the wrong encoding is repaired where no ' +
      'character was lost. Nothing is stored: put `audience` as the audience.',
    tx: 'none',
    body: CsvAudience,
    success: 200,
    response: CsvAudiencePreview,
    run: ({ db, platform, workspace, body }) => previewCsv({ db, secrets: platform.secrets, workspace }, body.csv),
  }),
} satisfies Operations;
