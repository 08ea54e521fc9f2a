import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyDone } from '../../components/feedback/notify.ts';
import { formatPhone } from '../../components/values/phone.ts';
import type { Customer } from './queries.ts';

interface DeleteDialogProps {
  opened: boolean;
  people: Pick<Customer, 'id' | 'name' | 'phone' | 'conversationCount' | 'optedOut'>[];
  onClose(): void;
  onDeleted(): void;
}

/** Names what is lost with customers, before they are deleted. */
export function DeleteDialog({ opened, people, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('deleteContacts', { body: { ids: people.map(({ id }) => id) } }),
    onSuccess: ({ deleted }) => {
      notifyDone(t('delete.done', { count: deleted }));
      onClose();
      onDeleted();
      invalidate(client, [...reads.contacts, ...reads.conversations, 'listLeads']);
    },
  });
  const conversations = people.reduce((sum, { conversationCount }) => sum + conversationCount, 0);
  const [only] = people;
  const title =
    only && people.length === 1
      ? t('delete.one', { name: only.name ?? formatPhone(only.phone) })
      : t('delete.title', { count: people.length });
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell:common.close') }}>
      <Stack gap="sm">
        <Text size="sm">{t('delete.lost')}</Text>
        <List size="sm">
          {conversations > 0 && <List.Item>{t('delete.conversations', { count: conversations })}</List.Item>}
          <List.Item>{t('delete.facts')}</List.Item>
          <List.Item>{t('delete.leads')}</List.Item>
          {people.some(({ optedOut }) => optedOut) && <List.Item>{t('delete.optOut')}</List.Item>}
        </List>
        <Text size="sm">{t('delete.stays')}</Text>
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
}
