import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../reserved/use-copy.ts';
import { notifyTrouble } from '../feedback/notify.ts';

/** A button that copies a value; `label` names the value. */
export function CopyIcon({ label, value, size }: { label: string; value: string } & Pick<ActionIconProps, 'size'>) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy(value, () => notifyTrouble(t('common.notCopied')));
  return (
    <Tooltip label={isCopied ? t('common.copied') : t('common.copy')}>
      <ActionIcon size={size} variant="light" onClick={copy} aria-label={`${t('common.copy')}: ${label}`}>
        {isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
