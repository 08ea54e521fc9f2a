import '../../calendar/words.ts';
import { Stack, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { operationQuery } from '../../../api/query.ts';
import { writtenNameOf } from '../../../components/values/customer.ts';
import { showPhone } from '../../../components/values/phone.ts';
import { Time } from '../../../components/values/time.tsx';
import type { Contact } from '../types.ts';
import { PanelSection } from './panel-section.tsx';

const BookDialog = lazy(async () => ({
  default: (await import('../../calendar/booking/book-dialog.tsx')).BookDialog,
}));

/** The next and the past appointments of a person; each opens in the calendar, and another one is booked here. */
export function AppointmentsOfPerson({ contact }: { contact: Contact }) {
  const { id, phone } = contact;
  const { t } = useTranslation('calendar');
  const { data } = useQuery(operationQuery('listPersonAppointments', { path: { phone: id } }));
  const [isBooking, setIsBooking] = useState(false);
  return (
    <PanelSection
      title={t('person.title')}
      add={{
        text: t('person.add'),
        icon: <IconCalendarPlus size={14} aria-hidden />,
        onClick: () => setIsBooking(true),
      }}
    >
      <Stack gap={2}>
        {data?.next.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
        {data && data.past.length > 0 && (
          <details className="ib-past">
            <summary>{t('person.past', { count: data.count - data.next.length })}</summary>
            {data.past.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </details>
        )}
      </Stack>
      {isBooking && (
        <Suspense>
          <BookDialog
            start={{ contactId: id, clientPhone: showPhone(phone), clientName: writtenNameOf(contact) }}
            onClose={() => setIsBooking(false)}
          />
        </Suspense>
      )}
    </PanelSection>
  );
}

interface LineProps {
  entry: { id: string; title: string; startTime: string; status: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'CANCELLED' };
}

function Line({ entry: { id, title, startTime, status } }: LineProps) {
  const { t } = useTranslation('calendar');
  return (
    <Link href={`/calendar/${id}`} className="ib-panel-card">
      <Time at={startTime} style="full" />
      <Text span size="xs" c="dimmed" className="ib-truncate">
        {title} · {t(`statuses.${status}`)}
      </Text>
    </Link>
  );
}
