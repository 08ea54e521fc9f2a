import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import type { Campaign } from '../queries.ts';
import type { Mapping } from './message.ts';

/** Sends the message to one number with the data of the first of the people; no figure of the campaign counts it. */
export function TestSend({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const client = useQueryClient();
  const [phone, setPhone] = useState('');
  const path = { id: campaign.id };
  const send = useMutation({
    mutationFn: async () => {
      const sample = { mappings: campaign.variables as Mapping[], at: 0 };
      const { recipient, variables } = await call('sampleCampaign', { path, body: sample });
      const name = recipient?.name ? { name: recipient.name } : {};
      return call('testMarketingCampaign', { path, body: { phoneNumber: phone.trim(), ...name, variables } });
    },
    onSuccess: () => {
      notifyDone(t('test.sent', { phone: phone.trim() }));
      client.invalidateQueries({ queryKey: ['listConversations'] });
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  const rest = restOf(send.error, ['phoneNumber']);
  return (
    <Card title={t('test.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('test.help')}
          </Text>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t('test.phone')}
              type="tel"
              maxLength={40}
              error={fieldsOf(send.error).phoneNumber}
              value={phone}
              onChange={(event) => setPhone(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={send.isPending} disabled={phone.trim().length < 8}>
              {t('test.send')}
            </Button>
          </Group>
          {rest && <Failure error={rest} />}
        </Stack>
      </form>
    </Card>
  );
}
