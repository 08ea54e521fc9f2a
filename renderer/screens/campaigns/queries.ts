import { queryOptions } from '@tanstack/react-query';
import type { Query, Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

/** Sends emit no event, so this polls. */
const movingMs = 2_000;
const listed = 50;

export type Campaign = Result<'getMarketingCampaign'>;
export type ChatTemplate = Result<'getChatTemplate'>;
export type SendingRules = Result<'getSendingRules'>;

const isMoving = ({ status }: Campaign): boolean => status === 'RUNNING' || status === 'SCHEDULED';

export const campaignsQuery = (page: number) =>
  queryOptions({
    ...operationQuery('listMarketingCampaigns', { query: { page, limit: listed } }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isMoving) ? movingMs : false),
  });

export const campaignQuery = (id: string) =>
  queryOptions({
    ...operationQuery('getMarketingCampaign', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? movingMs : false),
  });

export const sendingRulesQuery = operationQuery('getSendingRules');

export const reportQuery = (campaign: Campaign) =>
  queryOptions({
    ...operationQuery('getCampaignReport', { path: { id: campaign.id } }),
    refetchInterval: isMoving(campaign) ? movingMs : false,
  });

export const templatesQuery = (channelId: string) =>
  queryOptions({
    ...operationQuery('listChatTemplates', { query: { channelId, status: 'APPROVED', limit: 100 } }),
    enabled: channelId !== '',
  });

export const templateQuery = (id: string) => operationQuery('getChatTemplate', { path: { id } });

export const allChannelsQuery = operationQuery('listChannels', { query: { includeDeactivated: false } });

export const tagsQuery = operationQuery('listContactTags');

export const viewsQuery = operationQuery('listContactViews');

export const recipientsQuery = (campaign: Campaign, query: Query<'listCampaignRecipients'>) =>
  queryOptions({
    ...operationQuery('listCampaignRecipients', { path: { id: campaign.id }, query }),
    refetchInterval: isMoving(campaign) ? movingMs : false,
  });

export const returnsQuery = (campaign: Campaign) =>
  queryOptions({
    ...operationQuery('readCampaignReturns', { path: { id: campaign.id } }),
    refetchInterval: isMoving(campaign) ? movingMs : false,
  });
