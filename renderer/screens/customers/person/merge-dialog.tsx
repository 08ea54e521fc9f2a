import { Alert, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { addressOf, nameOf, underNameOf } from '../../../components/values/customer.ts';
import type { Person } from '../queries.ts';

interface MergeDialogProps {
  opened: boolean;
  /** Who remains. */
  person: Person;
  onClose(): void;
}

const typingPauseMs = 180;

/** Chooses the other contact of the same person, says what moves, and makes both one. */
export function MergeDialog({ opened, person, onClose }: MergeDialogProps) {
  const { t } = useTranslation('customers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('merge.title', { name: nameOf(person) })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <MergeForm person={person} onClose={onClose} />
    </Modal>
  );
}

function MergeForm({ person, onClose }: Omit<MergeDialogProps, 'opened'>) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [other, setOther] = useState<string | null>(null);
  const merge = useMutation({
    mutationFn: (id: string) => call('mergeContacts', { body: { keep: person.id, merge: id } }),
    onSuccess: ({ id }) => {
      notifyDone(t('merge.done'));
      onClose();
      // The one with a number is kept, whichever page this is.
      navigate(`/customers/${id}`);
      invalidate(client, [...reads.contacts, ...reads.conversations, 'listLeads']);
    },
  });
  return (
    <Stack gap="sm">
      <OtherPerson exceptId={person.id} value={other} onChange={setOther} />
      {other !== null && <Moves id={other} name={nameOf(person)} />}
      {merge.error && <Failure error={merge.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('shell:common.cancel')}
        </Button>
        <Button
          color="red"
          disabled={other === null}
          loading={merge.isPending}
          onClick={() => other !== null && merge.mutate(other)}
        >
          {t('merge.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}

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

/** What moves from the chosen contact, with counts. */
function Moves({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('customers');
  const { data } = useQuery(operationQuery('getContact', { path: { phone: id } }));
  if (!data) return null;
  const address = addressOf(data);
  return (
    <Alert color="red">
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {t('merge.moves', { from: nameOf(data), into: name })}
        </Text>
        <List size="sm">
          {data.conversationCount > 0 && (
            <List.Item>{t('merge.conversations', { count: data.conversationCount })}</List.Item>
          )}
          {data.orders.count > 0 && <List.Item>{t('merge.orders', { count: data.orders.count })}</List.Item>}
          {data.leadIds.length > 0 && <List.Item>{t('merge.leads', { count: data.leadIds.length })}</List.Item>}
          <List.Item>{t('merge.rest')}</List.Item>
          {address !== null && <List.Item>{t('merge.number', { phone: address })}</List.Item>}
        </List>
        <Text size="sm">{t('merge.forGood')}</Text>
      </Stack>
    </Alert>
  );
}
