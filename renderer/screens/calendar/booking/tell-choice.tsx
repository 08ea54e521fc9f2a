import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface TellChoiceProps {
  name: string | null;
  /** Without a number nobody can be told. */
  phone: string | null;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Whether the customer is told by a message. */
export function TellChoice({ name, phone, checked, onChange }: TellChoiceProps) {
  const { t } = useTranslation('calendar');
  const hasPhone = phone !== null && phone.trim() !== '';
  return (
    <Checkbox
      label={t('form.tell', { name: name?.trim() || t('client') })}
      description={hasPhone ? undefined : t('form.noPhone')}
      disabled={!hasPhone}
      checked={checked && hasPhone}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
