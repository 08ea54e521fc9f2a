import { Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { forgetRecent } from '../../components/palette/recent.ts';
import { nameOf } from '../../components/values/customer.ts';
import { forgetPlacesOf } from '../../kept/places.ts';
import { useConsole } from '../../session.ts';
import type { Customer } from './queries.ts';
import { ShowRemains } from './remains.tsx';

interface DeleteDialogProps {
  opened: boolean;
  people: Pick<Customer, 'id' | 'name' | 'phone' | 'username' | 'conversationCount' | 'optedOut'>[];
  onClose(): void;
  onDeleted(): void;
}

/** Names what is lost with customers, before they are deleted. */
export function DeleteDialog({ opened, people, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const { workspace } = useConsole();
  const showRemains = useContext(ShowRemains);
  const [anonymizeBooks, setAnonymizeBooks] = useState(false);
  const remove = useMutation({
    mutationFn: () => call('deleteContacts', { body: { ids: people.map(({ id }) => id), anonymizeBooks } }),
    onSuccess: (deletion) => {
      forgetPlacesOf(workspace.id, [...deletion.conversationIds, ...people.map(({ id }) => id)]);
      forgetRecent();
      showRemains(deletion);
      onClose();
      onDeleted();
      invalidate(client, [...reads.contacts, ...reads.conversations, 'listLeads']);
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={titleOf(people)}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Stack gap="sm">
        <Lost people={people} />
        <Checkbox
          label={t('delete.anonymize')}
          description={t('delete.anonymizeHelp')}
          checked={anonymizeBooks}
          onChange={(event) => setAnonymizeBooks(event.currentTarget.checked)}
        />
        {remove.error && <Failure error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shell:common.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('shell:common.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );

  function titleOf([only, ...others]: DeleteDialogProps['people']): string {
    if (only && others.length === 0) return t('delete.one', { name: nameOf(only) });
    return t('delete.title', { count: people.length });
  }
}

function Lost({ people }: Pick<DeleteDialogProps, 'people'>) {
  const { t } = useTranslation('customers');
  const conversations = people.reduce((sum, { conversationCount }) => sum + conversationCount, 0);
  return (
    <>
      <Text size="sm">{t('delete.lost')}</Text>
      <List size="sm">
        {conversations > 0 && <List.Item>{t('delete.conversations', { count: conversations })}</List.Item>}
        <List.Item>{t('delete.facts')}</List.Item>
        <List.Item>{t('delete.leads')}</List.Item>
        <List.Item>{t('delete.copies')}</List.Item>
        {people.some(({ optedOut }) => optedOut) && <List.Item>{t('delete.optOut')}</List.Item>}
      </List>
      <Text size="sm">{t('delete.stays')}</Text>
    </>
  );
}
