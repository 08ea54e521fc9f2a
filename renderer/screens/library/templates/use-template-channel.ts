import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { type Channel, channelsQuery } from './queries.ts';

/** The channel of the address; else the first one whose platform reviews templates, else the first. */
export function useTemplateChannel(): { channels: Channel[]; channel: Channel | null; isPending: boolean } {
  const [search] = useSearchParams();
  const { data, isPending } = useQuery(channelsQuery);
  const channels = data?.data ?? [];
  const named = channels.find(({ id }) => id === search.get('channel'));
  const reviewed = channels.find(({ provider }) => provider === 'CLOUD_API');
  return { channels, channel: named ?? reviewed ?? channels[0] ?? null, isPending };
}
