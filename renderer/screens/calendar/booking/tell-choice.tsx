import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface TellChoiceProps {
  name: string | null;
  /** False without a customer. */
  canTell: boolean;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Whether the customer is told by a message. */
export function TellChoice({ name, canTell, checked, onChange }: TellChoiceProps) {
  const { t } = useTranslation('calendar');
  return (
    <Checkbox
      label={t('form.tell', { name: name?.trim() || t('client') })}
      description={canTell ? undefined : t('form.noCustomer')}
      disabled={!canTell}
      checked={checked && canTell}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
