import { ActionIcon, Group, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const shownEnd = 6;

/** Replaces a number that the vendor hides: shows the end of the id, if any, and the reason on demand. */
export function HiddenNumber({ id }: { id?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap">
      <Text span size="sm" className="fd-figures" style={{ whiteSpace: 'nowrap' }}>
        {id === undefined ? t('hidden.number') : t('hidden.withId', { end: id.slice(-shownEnd) })}
      </Text>
      <Popover width={280} trapFocus returnFocus withArrow shadow="md" position="bottom">
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('hidden.why')}>
            <IconInfoCircle size={17} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('hidden.why')}>
          <Text size="sm">{t('hidden.explanation')}</Text>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
