import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { CustomerField, isSomebody, nobody, toReference } from '../../../components/form/customer-field.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import type { Campaign } from '../queries.ts';
import type { Mapping } from './message.ts';

/** Sends the message to one customer with the data of the first recipient. The campaign's figures do not count it. */
export function TestSend({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const client = useQueryClient();
  const [customer, setCustomer] = useState(nobody);
  const path = { id: campaign.id };
  const send = useMutation({
    mutationFn: async () => {
      const sample = { mappings: campaign.variables as Mapping[], at: 0 };
      const { recipient, variables } = await call('sampleCampaign', { path, body: sample });
      const name = recipient?.name ? { name: recipient.name } : {};
      return call('testMarketingCampaign', { path, body: { ...toReference(customer), ...name, variables } });
    },
    onSuccess: () => {
      notifyDone(t('test.sent', { to: customer.typed.trim() }));
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
            <CustomerField
              label={t('test.customer')}
              error={fieldsOf(send.error).phoneNumber}
              value={customer}
              onChange={setCustomer}
            />
            <Button type="submit" variant="default" loading={send.isPending} disabled={!isSomebody(customer)}>
              {t('test.send')}
            </Button>
          </Group>
          {rest && <Failure error={rest} />}
        </Stack>
      </form>
    </Card>
  );
}
