import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { Card } from '../../../components/page/page.tsx';
import { useSending } from '../../../notices.tsx';
import { useNotices } from '../../../notices-query.ts';

/** Pauses and resumes messages to customers and webhooks; the strip above every screen has the same switch. */
export function SendingCard() {
  const { t } = useTranslation('settings');
  const notices = useNotices();
  const sending = useSending();
  if (!notices) return null;
  const isPaused = notices.sendingPaused !== null;
  const resumeQuestion =
    notices.sendingPaused === 'moved' ? 'shell:notices.movedQuestion' : 'shell:notices.resumeQuestion';
  const { movedFrom } = notices;
  const help = movedFrom
    ? t('shell:notices.pausedMoved', { machine: movedFrom.machineName, place: movedFrom.path })
    : t(isPaused ? 'sending.pausedHelp' : 'sending.onHelp');
  return (
    <Card title={t('sending.title')}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" style={{ flex: '1 1 300px' }} wrap="nowrap">
          <Badge color={isPaused ? 'orange' : 'green'} variant="light" tt="none" radius="sm" style={{ flexShrink: 0 }}>
            {t(isPaused ? 'sending.isPaused' : 'sending.isOn')}
          </Badge>
          <Text size="sm">{help}</Text>
        </Group>
        <ConfirmButton
          size="xs"
          variant={isPaused ? 'filled' : 'default'}
          color="brand"
          question={t(isPaused ? resumeQuestion : 'sending.pauseQuestion')}
          onConfirm={() => sending.mutate(!isPaused)}
          loading={sending.isPending}
        >
          {t(isPaused ? 'shell:notices.resume' : 'sending.pause')}
        </ConfirmButton>
      </Group>
    </Card>
  );
}
