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

interface FigureProps {
  value: string;
  label: string;
  remark: ReactNode;
  /** The list of what is counted. */
  href: string;
}

/** A figure that leads to what it counts, and a remark; without a value the label says it all. */
const Figure = ({ value, label, remark, href }: FigureProps) => (
  <div>
    <p>
      <Link href={href} className="td-figure">
        {value !== '' && <span className="td-value">{value} </span>}
        <span className="td-label">{label}</span>
      </Link>
    </p>
    <p className="td-remark">{remark}</p>
  </div>
);

const ordersOf = (date: string): string => `/orders?view=list&dateFrom=${date}&dateTo=${date}`;
const ordersIn = (status: string): string => `/orders?view=list&status=${status}`;

function Sales({ view: { today, orders, currency, date } }: { view: TodayView }) {
  const { t } = useTranslation('today');
  const { money } = useFormats();
  const unpaid = orders.byStatus.AWAITING_PAYMENT;
  return (
    <Figure
      value={today.sales === 0 ? t('figures.nothingSold') : money(today.sales, currency)}
      label={t('figures.sold')}
      href={ordersOf(date)}
      remark={unpaid > 0 && <Link href={ordersIn('AWAITING_PAYMENT')}>{t('figures.unpaid', { count: unpaid })}</Link>}
    />
  );
}

function Orders({ view: { today, orders, date } }: { view: TodayView }) {
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
      href={ordersOf(date)}
      remark={remarks.length > 0 && <Link href={ordersIn('PREPARING')}>{remarks.join(' · ')}</Link>}
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
      label={t('figures.appointments', { count })}
      href={`/calendar?date=${date}`}
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
      href="/inbox?state=HANDED_OFF"
      remark={any.medianMs !== null && t('figures.any', { time: duration(any.medianMs) })}
    />
  );
}
