import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

export type Channel = Result<'getChannel'>;
export type PhoneMessage = Result<'listSimulatorMessages'>['data'][number];

/** The owner of the simulated phone. */
export interface Customer {
  phone: string;
  name: string;
}

/** Reactions and an offline phone emit no event, so this polls too. */
const refreshMs = 3_000;
const newest = 100;

export const useSimulatedChannels = () =>
  useQuery({
    ...operationQuery('listChannels'),
    select: ({ data }) => data.filter(({ driver }) => driver === 'simulator'),
    refetchInterval: refreshMs,
  });

/** Customers of the channel who have a number, latest first. */
export const useCustomers = (channelId: string) =>
  useQuery({
    ...operationQuery('listConversations', { query: { channelId, limit: newest } }),
    select: ({ data }) =>
      data.flatMap(({ contact: { phone, name } }): Customer[] => (phone === null ? [] : [{ phone, name: name ?? '' }])),
  });

const phoneQuery = (channelId: string, phone: string) =>
  queryOptions({
    ...operationQuery('listSimulatorMessages', { path: { id: channelId }, query: { phone, limit: newest } }),
    refetchInterval: refreshMs,
  });

/** Messages on the customer's phone, oldest first. */
export const usePhoneMessages = (channelId: string, phone: string) =>
  useQuery({ ...phoneQuery(channelId, phone), select: ({ data }) => data.toReversed() });

export const refreshPhone = (client: QueryClient, channelId: string, phone: string): Promise<void> =>
  client.invalidateQueries({ queryKey: phoneQuery(channelId, phone).queryKey });

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

/** Invents a customer with a Brazilian mobile number. */
export const inventCustomer = (): Customer => ({
  phone: `+55119${Math.floor(50_000_000 + Math.random() * 49_000_000)}`,
  name: `${pick(firstNames)} ${pick(lastNames)}`,
});
