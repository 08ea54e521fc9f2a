import { queryOptions } from '@tanstack/react-query';
import type { CampaignReport } from '../../../server/areas/campaigns/results/report.schemas.ts';
import type { Campaign } from '../../../server/areas/campaigns/schemas.ts';
import type { Channel } from '../../../server/areas/channels/schemas.ts';
import type { ChatTemplate } from '../../../server/areas/templates/schemas.ts';
import { api, type Page, withQuery } from '../../api/client.ts';

/** No event tells of each send. */
const movingMs = 2_000;
const listed = 50;

export const campaignsPath = '/api/marketing-campaigns';
export const campaignPath = (id: string): string => `${campaignsPath}/${id}`;

const isMoving = ({ status }: Campaign): boolean => status === 'RUNNING' || status === 'SCHEDULED';

export const campaignsQuery = (page: number) =>
  queryOptions({
    queryKey: ['campaigns', 'list', page],
    queryFn: () => api.get<Page<Campaign>>(withQuery(campaignsPath, { page, limit: listed })),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isMoving) ? movingMs : false),
  });

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id],
    queryFn: () => api.get<Campaign>(campaignPath(id)),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? movingMs : false),
  });

/** What `GET /api/marketing-campaigns/sending-rules` answers. */
export interface SendingRules {
  /** HH:MM; null: day and night. */
  sendingHours: { from: string; to: string } | null;
  stopWords: string[];
  startWords: string[];
}

export const sendingRulesPath = `${campaignsPath}/sending-rules`;

export const sendingRulesQuery = queryOptions({
  queryKey: ['campaigns', 'rules'],
  queryFn: () => api.get<SendingRules>(sendingRulesPath),
});

export const reportQuery = (campaign: Campaign) =>
  queryOptions({
    queryKey: ['campaigns', campaign.id, 'report'],
    queryFn: () => api.get<CampaignReport>(`${campaignPath(campaign.id)}/report`),
    refetchInterval: isMoving(campaign) ? movingMs : false,
  });

export const templatesQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['templates', channelId],
    queryFn: () =>
      api.get<Page<ChatTemplate>>(withQuery('/api/chat-templates', { channelId, status: 'APPROVED', limit: 100 })),
    enabled: channelId !== '',
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'one', id],
    queryFn: () => api.get<ChatTemplate>(`/api/chat-templates/${id}`),
  });

export const allChannelsQuery = queryOptions({
  queryKey: ['channels', 'list', false],
  queryFn: () => api.get<{ data: Channel[] }>('/api/channels?includeDeactivated=false'),
});

export const tagsQuery = queryOptions({
  queryKey: ['contact', 'tags'],
  queryFn: () => api.get<{ data: { name: string }[] }>('/api/contacts/tags'),
});
