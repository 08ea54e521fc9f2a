import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { useConsole } from '../../../session.ts';
import { nameOf } from '../calendar.ts';
import { clockAt, minuteMs, readClock } from '../shop-time.ts';
import { useCalendarFormats } from '../use-calendar-formats.ts';
import type { SlotDraft } from './slot.ts';

type Check = Result<'checkSlot'>;

const hourMs = 60 * minuteMs;

interface SlotReportProps {
  check: Check | undefined;
  draft: SlotDraft;
  agentName: string;
}

/** What speaks against a slot, before it is saved: who has it, that the shop is closed, and what the clock does. */
export function SlotReport({ check, draft, agentName }: SlotReportProps) {
  const { t } = useTranslation('calendar');
  const { time } = useCalendarFormats();
  const remarks = useRemarks(check, draft, agentName);
  const conflicts = check?.conflicts ?? [];
  return (
    <div role="status">
      {(conflicts.length > 0 || remarks.length > 0) && (
        <Alert color="orange" p="sm" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap={4}>
            {conflicts.map((entry) => (
              <Text key={entry.id} size="sm">
                <strong>{t('report.taken', { name: nameOf(entry) })}</strong> {time(entry.startTime)}–
                {time(entry.endTime)} · {t(`statuses.${entry.status}`)}
              </Text>
            ))}
            {remarks.map((remark) => (
              <Text key={remark} size="sm">
                {remark}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
    </div>
  );
}

function useRemarks(check: Check | undefined, { date, time: wanted }: SlotDraft, agentName: string): string[] {
  const { t } = useTranslation('calendar');
  const { timezone } = useConsole().workspace;
  const { time, offset } = useCalendarFormats();
  if (!check || date === '' || wanted === '') return [];
  const { startTime, isOpen } = check;
  const start = clockAt(startTime, timezone);
  const later = clockAt(Date.parse(startTime) + hourMs, timezone);
  const isSkipped = start.date === date && start.minutes !== readClock(wanted);
  const isTwice = later.minutes === start.minutes;
  return [
    ...(isOpen ? [] : [t('report.closed', { name: agentName })]),
    ...(Date.parse(startTime) < Date.now() ? [t('report.past')] : []),
    ...(isSkipped ? [t('report.skipped', { wanted, time: time(startTime) })] : []),
    ...(isTwice ? [t('report.twice', { wanted, time: offset(startTime) })] : []),
  ];
}
