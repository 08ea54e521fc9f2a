import { Button, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../components/values/person-avatar.tsx';
import { formatPhone } from '../../components/values/phone.ts';
import { type Customer, inventCustomer, useCustomers } from './simulator.ts';

interface CustomerPickerProps {
  channelId: string;
  onPick(customer: Customer): void;
}

/** Selects an existing customer or creates one. */
export function CustomerPicker({ channelId, onPick }: CustomerPickerProps) {
  const { t } = useTranslation('simulator');
  const [invented, setInvented] = useState(inventCustomer);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onPick({ name: invented.name.trim(), phone: invented.phone.trim() });
  };
  return (
    <Stack p="md" gap="sm" className="sim-scroll">
      <Title order={2} size="h4">
        {t('customer.title')}
      </Title>
      <form onSubmit={onSubmit}>
        <Stack gap="xs">
          <TextInput
            label={t('customer.name')}
            value={invented.name}
            maxLength={120}
            onChange={({ currentTarget: { value } }) => setInvented({ ...invented, name: value })}
          />
          <TextInput
            label={t('customer.phone')}
            type="tel"
            value={invented.phone}
            minLength={8}
            maxLength={40}
            required
            onChange={({ currentTarget: { value } }) => setInvented({ ...invented, phone: value })}
          />
          <Button type="submit" fullWidth>
            {t('customer.begin')}
          </Button>
          <Button variant="subtle" size="xs" onClick={() => setInvented(inventCustomer())}>
            {t('customer.another')}
          </Button>
        </Stack>
      </form>
      <KnownCustomers channelId={channelId} onPick={onPick} />
    </Stack>
  );
}

function KnownCustomers({ channelId, onPick }: CustomerPickerProps) {
  const { t } = useTranslation('simulator');
  const { data: customers = [] } = useCustomers(channelId);
  if (customers.length === 0) return null;
  return (
    <>
      <Title order={3} size="h6">
        {t('customer.known')}
      </Title>
      <div>
        {customers.map((customer) => (
          <UnstyledButton key={customer.phone} className="sim-customer" onClick={() => onPick(customer)}>
            <PersonAvatar name={customer.name || formatPhone(customer.phone)} size={34} />
            <span>
              <Text span size="sm" fw={600} display="block">
                {customer.name || formatPhone(customer.phone)}
              </Text>
              <Text span size="xs" c="dimmed">
                {formatPhone(customer.phone)}
              </Text>
            </span>
          </UnstyledButton>
        ))}
      </div>
    </>
  );
}
