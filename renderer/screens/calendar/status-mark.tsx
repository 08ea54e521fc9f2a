import { IconCheck, IconChecks, IconClockQuestion, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Status } from './calendar.ts';

export const statusIcons: Record<Status, typeof IconX> = {
  PENDING: IconClockQuestion,
  CONFIRMED: IconCheck,
  COMPLETED: IconChecks,
  CANCELLED: IconX,
};

/** State of an appointment in a word, with its colour and its icon. */
export function StatusMark({ status }: { status: Status }) {
  const { t } = useTranslation('calendar');
  const Icon = statusIcons[status];
  return (
    <span className="ca-status" data-status={status}>
      <Icon size={14} aria-hidden />
      {t(`statuses.${status}`)}
    </span>
  );
}
