import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';
import { nameOf, underNameOf } from '../values/customer.ts';

export type SuggestedContact = Result<'listContacts'>['data'][number];

const typingPauseMs = 150;
const shortest = 2;
const mostShown = 6;

/** What a `SuggestField` shows of the contacts that a typed name or number finds; none for less than two letters. */
export function useContactSuggestions(typed: string) {
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  const isAsked = typed.trim().length >= shortest && search.length >= shortest;
  const { data } = useQuery({
    ...operationQuery('listContacts', { query: { search, limit: mostShown } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    items: isAsked ? (data?.data ?? []) : [],
    keyOf: ({ id }: SuggestedContact) => id,
    show: (contact: SuggestedContact) => <Suggestion contact={contact} />,
  };
}

const Suggestion = ({ contact }: { contact: SuggestedContact }) => (
  <>
    <Text span size="sm" fw={600}>
      {nameOf(contact)}
    </Text>
    <Text span size="xs" c="dimmed" ml={8}>
      {underNameOf(contact)}
    </Text>
  </>
);
