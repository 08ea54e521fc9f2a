import { Anchor, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { nameOf } from '../../components/values/customer.ts';
import { useFormats } from '../../components/values/use-formats.ts';
import { useSaid } from '../../components/values/use-said.ts';
import type { TodayView } from './view.ts';

/** Who waits for a person, the longest waiting first. */
export function Waiting({ waiting: { count, longest } }: { waiting: TodayView['waiting'] }) {
  const { t } = useTranslation('today');
  return (
    <section className="td-waiting" data-any={count > 0 || undefined} aria-label={t('waiting.title')}>
      {count === 0 ? (
        <Title order={2} size="h3" className="td-nobody">
          <IconCircleCheck size={22} aria-hidden />
          {t('waiting.none')}
        </Title>
      ) : (
        <Title order={2} size="h3">
          <Anchor component={Link} href={listHref} inherit c="inherit">
            {t('waiting.count', { count })}
          </Anchor>
        </Title>
      )}
      <ul className="td-people">
        {longest.map((person) => (
          <Person key={person.conversationId} person={person} />
        ))}
      </ul>
      {count > longest.length && (
        <Anchor component={Link} href={listHref} size="sm">
          {t('waiting.all')}
        </Anchor>
      )}
    </section>
  );
}

const listHref = '/inbox?view=waiting';

type Person = TodayView['waiting']['longest'][number];

const reasons = [
  ...[
    'ASKED',
    'KEYWORD',
    'RULE',
    'MISSES',
    'ORDER',
    'BOOKING',
    'REPLY_LIMIT',
    'MODEL',
    'FAILED',
    'FLOW',
    'SEND_FAILED',
    'NOT_WORDS',
  ],
  ...['CANCEL', 'RESCHEDULE', 'CONFIRM', 'LATE', 'OWN_BOOKING', 'OWN_ORDER', 'ORDER_CHANGE', 'REFUND'],
];

function Person({ person }: { person: Person }) {
  const { t } = useTranslation('today');
  const { duration } = useFormats();
  const { conversationId, since, reason, text, notice } = person;
  const { sayNotice } = useSaid();
  const waitedMs = Date.now() - Date.parse(since);
  const known = reasons.find((one) => one === reason);
  const said = notice === null ? text && `“${text}”` : sayNotice(notice);
  const why = known && (notice === null || known !== 'NOT_WORDS') ? t(`waiting.reasons.${known}`) : null;
  const told = [why, said].filter(Boolean);
  return (
    <li>
      <Link href={`/inbox/${conversationId}`} className="td-person">
        <span className="td-person-name">{nameOf(person)}</span>
        <time className="td-waited" dateTime={since}>
          {waitedMs < 60_000 ? t('waiting.now') : duration(waitedMs)}
        </time>
        {told.length > 0 && (
          <Text span size="sm" c="dimmed" truncate className="td-person-why">
            {told.join(' · ')}
          </Text>
        )}
      </Link>
    </li>
  );
}
