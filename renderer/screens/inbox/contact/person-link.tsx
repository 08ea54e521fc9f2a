import { Anchor } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Contact } from '../types.ts';

/** Opens the person's page among the customers. */
export function PersonLink({ contact }: { contact: Contact }) {
  const { t } = useTranslation('inbox');
  return (
    <Anchor component={Link} href={`/customers/${contact.id}`} size="sm" className="ib-panel-link">
      <span>{t('panel.openPerson')}</span>
      <IconUserCircle size={18} aria-hidden />
    </Anchor>
  );
}
