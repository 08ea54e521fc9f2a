import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useFormats } from '../../components/values/use-formats.ts';
import { useMoment } from './use-moment.ts';
import type { TodayView } from './view.ts';

/** What was sold and booked today, and how long customers waited. */
export function Figures({ view }: { view: TodayView }) {
  const { t } = useTranslation('today');
  return (
    <section aria-label={t('figures.title')} className="td-figures fd-figures">
      <Sales view={view} />
      <Orders view={view} />
      <Appointments view={view} />
      <Wait waits={view.waits} />
    </section>
  );
}

/** A figure with what it counts and a remark; without a value the label says it all. */
const Figure = ({ value, label, remark }: { value: string; label: ReactNode; remark: ReactNode }) => (
  <div>
    <p>
      {value !== '' && <span className="td-value">{value} </span>}
      <span className="td-label">{label}</span>
    </p>
    <p className="td-remark">{remark}</p>
  </div>
);

function Sales({ view: { today, orders, currency } }: { view: TodayView }) {
  const { t } = useTranslation('today');
  const { money } = useFormats();
  const unpaid = orders.byStatus.AWAITING_PAYMENT;
  return (
    <Figure
      value={today.sales === 0 ? t('figures.nothingSold') : money(today.sales, currency)}
      label={t('figures.sold')}
      remark={unpaid > 0 && t('figures.unpaid', { count: unpaid })}
    />
  );
}

function Orders({ view: { today, orders } }: { view: TodayView }) {
  const { t } = useTranslation('today');
  const { number } = useFormats();
  const { late, byStatus } = orders;
  const remarks = [
    ...(late > 0 ? [t('figures.late', { count: late })] : []),
    ...(byStatus.PREPARING > 0 ? [t('figures.working', { count: byStatus.PREPARING })] : []),
  ];
  return (
    <Figure
      value={today.orders === 0 ? t('figures.noOrders') : number(today.orders)}
      label={t('figures.orders', { count: today.orders })}
      remark={remarks.join(' · ')}
    />
  );
}

function Appointments({ view: { appointments, date } }: { view: TodayView }) {
  const { t } = useTranslation('today');
  const { number } = useFormats();
  const tellMoment = useMoment(date);
  const { count, next } = appointments;
  return (
    <Figure
      value={count === 0 ? t('figures.noAppointments') : number(count)}
      label={<Link href="/calendar">{t('figures.appointments', { count })}</Link>}
      remark={
        next && (
          <Link href={`/calendar/${next.id}`}>{t('figures.next', { time: tellMoment(next.startTime).text })}</Link>
        )
      }
    />
  );
}

function Wait({ waits: { person, any } }: Pick<TodayView, 'waits'>) {
  const { t } = useTranslation('today');
  const { duration } = useFormats();
  return (
    <Figure
      value={person.medianMs === null ? '' : duration(person.medianMs)}
      label={person.medianMs === null ? t('figures.noWait') : t('figures.wait')}
      remark={any.medianMs !== null && t('figures.any', { time: duration(any.medianMs) })}
    />
  );
}
