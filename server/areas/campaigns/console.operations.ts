import { inParts, type Operations, operation } from '../../http/operation.ts';
import { invalid } from '../../platform/problem.ts';
import { readTimeIn } from '../../platform/text/times.ts';
import { Outlook, OutlookQuery, Sample, Sampled } from './console.schemas.ts';
import { campaign, rowOf } from './operations.ts';
import { readReturns } from './results/read-returns.ts';
import { CampaignReturns } from './results/report.schemas.ts';
import { foresee } from './sending/foresee.ts';
import { sampleRecipient } from './sending/sample-recipient.ts';

/** What the console's campaigns need beyond the API. */
export const campaignConsoleOperations = {
  foreseeCampaign: operation({
    method: 'get',
    path: '/owner/campaigns/{id}/outlook',
    scope: 'owner',
    summary: 'Tell what prevents the start of a campaign, how long it will take and what it will cost',
    tx: 'none',
    steps: inParts,
    target: campaign,
    query: OutlookQuery,
    success: 200,
    response: Outlook,
    async run({ db, platform, workspace, params, query, now }) {
      const row = await rowOf(db, workspace, params.id);
      const at = query.scheduledAt === undefined ? now : readTimeIn(row.timezone, query.scheduledAt);
      if (at === null) throw invalid('query.scheduledAt', 'must be a time such as 2026-11-28T09:00');
      return foresee({ db, secrets: platform.secrets }, row, {
        at: at < now ? now : at,
        isTransactional: query.transactional === 'true',
      });
    },
  }),

  sampleCampaign: operation({
    method: 'post',
    path: '/owner/campaigns/{id}/sample',
    scope: 'owner',
    summary: 'Fill the variables of a campaign with the data of one recipient',
    description: 'Nothing is stored: the mappings may be those that are being edited.',
    tx: 'read',
    target: campaign,
    body: Sample,
    success: 200,
    response: Sampled,
    run: async ({ db, workspace, params, body }) =>
      sampleRecipient(db, await rowOf(db, workspace, params.id), body.mappings, body.at),
  }),

  readCampaignReturns: operation({
    method: 'get',
    path: '/owner/campaigns/{id}/returns',
    scope: 'owner',
    summary: 'Get the orders that followed a campaign',
    tx: 'read',
    target: campaign,
    success: 200,
    response: CampaignReturns,
    run: async ({ db, workspace, params }) => readReturns(db, await rowOf(db, workspace, params.id)),
  }),
} satisfies Operations;
