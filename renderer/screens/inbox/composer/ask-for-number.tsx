import { IconPhonePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';

/** Button that asks a customer for a hidden number, by the vendor's own request. */
export function AskForNumber({ onAsk }: { onAsk(): void }) {
  const { t } = useTranslation('inbox');
  return (
    <ConfirmButton
      icon={<IconPhonePlus size={20} aria-hidden />}
      color="brand"
      question={t('composer.askNumberQuestion')}
      onConfirm={onAsk}
    >
      {t('composer.askNumber')}
    </ConfirmButton>
  );
}
