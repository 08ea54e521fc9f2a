import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { sendingRulesQuery } from './queries.ts';
import { RulesForm } from './rules-form.tsx';

/** The sending rules of the shop in a dialog. */
export function RulesDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('campaigns');
  return (
    <Modal
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      opened={opened}
      onClose={onClose}
      title={t('rules.title')}
    >
      <Loaded query={sendingRulesQuery}>{(rules) => <RulesForm rules={rules} onClose={onClose} />}</Loaded>
    </Modal>
  );
}
