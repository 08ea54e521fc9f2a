import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Channel } from '../../../server/areas/channels/schemas.ts';
import type { Conversation } from '../../../server/areas/inbox/schemas.ts';
import type { SimulatedPhoneMessage } from '../../../server/areas/simulator/schemas.ts';
import { api, type Page, withQuery } from '../../api/client.ts';

export type PhoneMessage = z.infer<typeof SimulatedPhoneMessage>;

/** The person whose phone it is. */
export interface Customer {
  phone: string;
  name: string;
}

/** Beside the events of messages, for what makes none: reactions, and a phone that is switched off. */
const refreshMs = 3_000;
const newest = 100;

export const pathOf = (channelId: string): string => `/api/simulator/channels/${channelId}`;

export function useSimulatedChannels() {
  return useQuery({
    queryKey: ['channels', 'simulated'],
    queryFn: async () => {
      const { data } = await api.get<{ data: Channel[] }>('/api/channels');
      return data.filter(({ driver }) => driver === 'simulator');
    },
    refetchInterval: refreshMs,
  });
}

/** Who has talked on the channel, the latest first. */
export function useCustomers(channelId: string) {
  return useQuery({
    queryKey: ['conversations', 'customers', channelId],
    queryFn: async () => {
      const path = withQuery('/api/conversations', { channelId, limit: newest });
      const { data } = await api.get<Page<Conversation>>(path);
      return data.map(({ contact: { phone, name } }): Customer => ({ phone, name: name ?? '' }));
    },
  });
}

// The first word is the one that events of messages make stale.
const phoneKey = (channelId: string, phone: string) => ['messages', 'phone', channelId, phone];

/** What the customer's phone shows, oldest first. */
export function usePhoneMessages(channelId: string, phone: string) {
  return useQuery({
    queryKey: phoneKey(channelId, phone),
    queryFn: async () => {
      const path = withQuery(`${pathOf(channelId)}/messages`, { phone, limit: newest });
      const { data } = await api.get<{ data: PhoneMessage[] }>(path);
      return data.toReversed();
    },
    refetchInterval: refreshMs,
  });
}

export const refreshPhone = (client: QueryClient, channelId: string, phone: string): Promise<void> =>
  client.invalidateQueries({ queryKey: phoneKey(channelId, phone) });

const firstNames = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elena',
  'Felipe',
  'Gabriela',
  'Hugo',
  'Inês',
  'João',
  'Lucía',
  'Marta',
];
const lastNames = ['Souza', 'Lima', 'García', 'Costa', 'Pérez', 'Rocha', 'Silva', 'Torres'];

const pick = (list: string[]): string => list[Math.floor(Math.random() * list.length)] ?? '';

/** Somebody who does not exist, with a number that reads as one of the country of the examples. */
export const inventCustomer = (): Customer => ({
  phone: `+55119${Math.floor(50_000_000 + Math.random() * 49_000_000)}`,
  name: `${pick(firstNames)} ${pick(lastNames)}`,
});
