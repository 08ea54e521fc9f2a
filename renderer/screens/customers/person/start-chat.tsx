import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { Failure } from '../../../components/feedback/failure.tsx';

interface StartChatProps {
  opened: boolean;
  contactId: string;
  onClose(): void;
}

/** Opens the first conversation with a person; what is written follows there. */
export function StartChat({ opened, contactId, onClose }: StartChatProps) {
  const { t } = useTranslation('customers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('person.write')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <ChannelChoice contactId={contactId} />
    </Modal>
  );
}

function ChannelChoice({ contactId }: { contactId: string }) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { data } = useQuery(operationQuery('listChannels', { query: { includeDeactivated: false } }));
  const [chosen, setChosen] = useState<string | null>(null);
  const channels = data?.data.filter(({ status }) => status === 'CONNECTED' || status === 'DEGRADED') ?? [];
  const channelId = chosen ?? channels[0]?.id;
  const start = useMutation({
    mutationFn: (id: string) => call('startConversation', { body: { channelId: id, contactId } }),
    onSuccess: ({ id }) => {
      invalidate(client, [...reads.conversations, ...reads.contacts]);
      navigate(`/inbox/${id}`);
    },
  });
  if (data && channels.length === 0) return <Alert color="orange">{t('person.noChannel')}</Alert>;
  return (
    <Stack gap="sm">
      <Text size="sm">{t('person.startHelp')}</Text>
      <Select
        label={t('person.channel')}
        data={channels.map(({ id, name }) => ({ value: id, label: name }))}
        value={channelId ?? null}
        onChange={setChosen}
        allowDeselect={false}
      />
      {start.error && <Failure error={start.error} />}
      <Group justify="flex-end">
        <Button loading={start.isPending} disabled={!channelId} onClick={() => channelId && start.mutate(channelId)}>
          {t('person.start')}
        </Button>
      </Group>
    </Stack>
  );
}
