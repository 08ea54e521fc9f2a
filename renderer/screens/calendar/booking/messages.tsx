import { Text } from '@mantine/core';
import { IconBell, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '../calendar.ts';
import { useCalendarFormats } from '../use-calendar-formats.ts';

/** The reminder, planned or sent, and what became of the message about the latest change. */
export function Messages({ booking }: { booking: Booking }) {
  const reminder = useReminderText(booking);
  const notice = useNoticeText(booking);
  return (
    <div className="ca-messages">
      {reminder && (
        <Text size="sm">
          <IconBell size={16} aria-hidden /> {reminder}
        </Text>
      )}
      {notice && (
        <Text size="sm">
          <IconSend size={16} aria-hidden /> {notice}
        </Text>
      )}
    </div>
  );
}

function useReminderText({ reminder, appointment }: Booking): string | null {
  const { t } = useTranslation('calendar');
  const { dayTime } = useCalendarFormats();
  if (reminder === null) {
    return appointment.status === 'PENDING' || appointment.status === 'CONFIRMED' ? t('reminder.none') : null;
  }
  const { state, at, messageStatus } = reminder;
  const text = t(`reminder.${state}`, { when: dayTime(at) });
  return messageStatus === null ? text : `${text} · ${t(`messages.${messageStatus}`)}`;
}

/** The status of the message, else why there is none. */
function useNoticeText({ appointment: { notification }, noticeStatus }: Booking): string | null {
  const { t } = useTranslation('calendar');
  if (notification === null) return null;
  if (noticeStatus !== null) return t('notice.sent', { status: t(`messages.${noticeStatus}`) });
  const { status, reason } = notification;
  const known = ['no_contact', 'no_conversation', 'sending_paused', 'window_closed'] as const;
  const cause = known.find((each) => each === reason);
  return cause ? t(`notice.${cause}`) : t(`notice.${status}`);
}
