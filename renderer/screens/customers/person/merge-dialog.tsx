import { Alert, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery, optionalQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { addressOf, nameOf, underNameOf } from '../../../components/values/customer.ts';
import type { Person } from '../queries.ts';
import { useMerge } from './use-identity.ts';

interface MergeDialogProps {
  opened: boolean;
  person: Person;
  /** The other contact, if already known. */
  otherId?: string | null;
  onClose(): void;
}

const typingPauseMs = 180;

/** Selects the other contact of the same person, shows what moves to which contact, and merges both. */
export function MergeDialog({ opened, person, otherId = null, onClose }: MergeDialogProps) {
  const { t } = useTranslation('customers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('merge.title', { name: nameOf(person) })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <MergeForm person={person} otherId={otherId} onClose={onClose} />
    </Modal>
  );
}

function MergeForm({ person, otherId, onClose }: { person: Person; otherId: string | null; onClose(): void }) {
  const { t } = useTranslation('customers');
  const [chosen, setChosen] = useState<string | null>(otherId);
  const { data: other, error } = useQuery({
    ...optionalQuery('getContact', { path: { phone: chosen ?? '' } }),
    enabled: chosen !== null,
  });
  const merge = useMerge(onClose);
  return (
    <Stack gap="sm">
      {otherId === null && <OtherPerson exceptId={person.id} value={chosen} onChange={setChosen} />}
      {other && <Moves {...sidesOf(person, other)} />}
      {error && <Failure error={error} />}
      {merge.error && <Failure error={merge.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('shell:common.cancel')}
        </Button>
        <Button
          disabled={!other}
          loading={merge.isPending}
          onClick={() => other && merge.mutate({ keep: person.id, merge: other.id })}
        >
          {t('merge.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Returns the kept and the removed contact, as `mergeContacts` does: keeps the other if only it has a number. */
const sidesOf = (person: Person, other: Person): { kept: Person; gone: Person } =>
  person.phone === null && other.phone !== null ? { kept: other, gone: person } : { kept: person, gone: other };

interface OtherPersonProps {
  exceptId: string;
  value: string | null;
  onChange(id: string | null): void;
}

function OtherPerson({ exceptId, value, onChange }: OtherPersonProps) {
  const { t } = useTranslation('customers');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const { data } = useQuery({
    ...operationQuery('listContacts', { query: { search, limit: 20 } }),
    placeholderData: keepPreviousData,
  });
  const found = data?.data.filter(({ id }) => id !== exceptId) ?? [];
  return (
    <Select
      label={t('merge.other')}
      placeholder={t('search')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched, by number as well as by name.
      filter={({ options }) => options}
      data={found.map((contact) => ({
        value: contact.id,
        label: [nameOf(contact), underNameOf(contact)].filter(Boolean).join(' · '),
      }))}
      nothingFoundMessage={t('noneFound')}
      value={value}
      onChange={onChange}
      data-autofocus
    />
  );
}

/** Names the kept contact and lists what moves to it, with counts. */
function Moves({ kept, gone }: { kept: Person; gone: Person }) {
  const { t } = useTranslation('customers');
  const address = addressOf(gone);
  return (
    <Alert color="brand">
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {t('merge.moves', { from: describe(gone), into: describe(kept) })}
        </Text>
        <List size="sm">
          {gone.conversationCount > 0 && (
            <List.Item>{t('merge.conversations', { count: gone.conversationCount })}</List.Item>
          )}
          {gone.orders.count > 0 && <List.Item>{t('merge.orders', { count: gone.orders.count })}</List.Item>}
          {gone.leadIds.length > 0 && <List.Item>{t('merge.leads', { count: gone.leadIds.length })}</List.Item>}
          <List.Item>{t('merge.rest')}</List.Item>
          {address !== null && <List.Item>{t('merge.address', { address })}</List.Item>}
          {gone.optedOut !== kept.optedOut && <List.Item>{t('merge.optOut')}</List.Item>}
        </List>
        <Text size="sm">{t('merge.undoable')}</Text>
      </Stack>
    </Alert>
  );
}

/** The name with the number or user name, since both contacts may have the same name. */
const describe = (person: Person): string => {
  const under = underNameOf(person);
  return under === null ? nameOf(person) : `${nameOf(person)} (${under})`;
};
