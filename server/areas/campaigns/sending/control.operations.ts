import { type Operations, operation } from '../../../http/operation.ts';
import { Message } from '../../inbox/index.ts';
import { campaign, rowOf } from '../operations.ts';
import { Campaign, Resume, Start, TestSend } from '../schemas.ts';
import { showCampaign } from '../show-campaign.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from './control-campaign.ts';
import { sendTest } from './send-test.ts';
import { readSendingRules, SendingRules, saveSendingRules } from './sending-rules.ts';

const common = {
  scope: 'campaigns.write',
  extension: true,
  target: campaign,
  success: 200,
  response: Campaign,
  statuses: { invalid_transition: 409 },
} as const;

export const controlOperations = {
  startMarketingCampaign: operation({
    ...common,
    method: 'post',
    path: '/api/marketing-campaigns/{id}/start',
    summary: 'Start a marketing campaign, now or later',
    description:
      '409 `campaign_not_startable` lists every reason in `errors`: `no_audience`, `variable_unmapped`, ' +
      '`template_not_approved`, `template_gone`, `template_not_marketing`, `template_needs_media`, ' +
      '`channel_not_connected`, `channel_deactivated`, `unknown_timezone`, `scheduled_in_past`.',
    tx: 'none',
    body: Start,
    errors: ['campaign_not_startable', 'invalid_transition'],
    async run({ db, platform, workspace, params, body, write }) {
      await startCampaign(platform, write, await rowOf(db, workspace, params.id), body);
      return showCampaign(platform, db, await rowOf(db, workspace, params.id));
    },
  }),

  pauseMarketingCampaign: operation({
    ...common,
    method: 'post',
    words: 'never',
    path: '/api/marketing-campaigns/{id}/pause',
    summary: 'Pause a marketing campaign',
    description: 'A message already being sent still goes out.',
    tx: 'write',
    errors: ['invalid_transition'],
    async run({ params, platform, ...work }) {
      const row = await pauseCampaign(work, await rowOf(work.db, work.workspace, params.id));
      return showCampaign(platform, work.db, row);
    },
  }),

  resumeMarketingCampaign: operation({
    ...common,
    method: 'post',
    path: '/api/marketing-campaigns/{id}/resume',
    summary: 'Resume a marketing campaign',
    description:
      'It must be PAUSED, or COMPLETED with recipients who were not reached. 409 `campaign_not_startable` as for a start.',
    tx: 'none',
    body: Resume,
    errors: ['campaign_not_startable', 'invalid_transition'],
    async run({ db, platform, workspace, params, body, write }) {
      await resumeCampaign(platform, write, await rowOf(db, workspace, params.id), body.scope);
      return showCampaign(platform, db, await rowOf(db, workspace, params.id));
    },
  }),

  cancelMarketingCampaign: operation({
    ...common,
    method: 'post',
    words: 'never',
    path: '/api/marketing-campaigns/{id}/cancel',
    summary: 'Cancel a marketing campaign permanently',
    description: 'Remaining recipients stay PENDING and are never sent to.',
    tx: 'write',
    errors: ['invalid_transition'],
    async run({ params, platform, ...work }) {
      const row = await cancelCampaign(work, await rowOf(work.db, work.workspace, params.id));
      return showCampaign(platform, work.db, row);
    },
  }),

  testMarketingCampaign: operation({
    ...common,
    method: 'post',
    path: '/api/marketing-campaigns/{id}/test',
    summary: 'Send a test of a marketing campaign to one number',
    description: 'At once, in any status and at any hour. It appears in no recipient list and no report.',
    tx: 'none',
    body: TestSend,
    response: Message,
    statuses: { unknown_reference: 400 },
    errors: [
      'contact_opted_out',
      'template_unusable',
      'channel_deactivated',
      'channel_not_connected',
      'sending_paused',
      'quota_exceeded',
      'unknown_reference',
    ],
    run: async ({ db, platform, workspace, params, body }) =>
      sendTest(platform, workspace, await rowOf(db, workspace, params.id), body),
  }),

  getSendingRules: operation({
    method: 'get',
    path: '/api/marketing-campaigns/sending-rules',
    scope: 'campaigns.read',
    summary: 'Get the sending hours and opt-out words',
    tx: 'read',
    extension: true,
    success: 200,
    response: SendingRules,
    run: async ({ db, workspace }) => readSendingRules(db, workspace.id),
  }),

  replaceSendingRules: operation({
    method: 'put',
    path: '/api/marketing-campaigns/sending-rules',
    scope: 'campaigns.write',
    summary: 'Replace the sending hours and opt-out words',
    tx: 'none',
    extension: true,
    body: SendingRules,
    success: 200,
    response: SendingRules,
    async run({ body, platform, workspace, write }) {
      const saved = await write((work) => saveSendingRules(work, body));
      await platform.services.campaignSender.wakeAll(workspace.id);
      return saved;
    },
  }),
} satisfies Operations;
