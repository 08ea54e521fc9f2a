import { ActionIcon, type ActionIconProps, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A button that copies a value; `label` names the value. */
export function CopyIcon({ label, value, size }: { label: string; value: string } & Pick<ActionIconProps, 'size'>) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('common.copied') : t('common.copy')}>
          <ActionIcon size={size} variant="light" onClick={copy} aria-label={`${t('common.copy')}: ${label}`}>
            {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
