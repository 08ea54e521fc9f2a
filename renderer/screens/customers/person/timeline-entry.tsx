import { IconCalendar, IconLayoutKanban, IconNote, IconShoppingBag, IconUserStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { MakeCard } from '../../../components/leads/make-card.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { LeadAnswers } from '../leads/lead-answers.tsx';
import { type Moment, useAgentNames } from '../queries.ts';
import { MomentLine } from './moment-line.tsx';

type Of<Kind extends Moment['kind']> = { entry: Moment & { kind: Kind } };

interface TimelineEntryProps {
  entry: Exclude<Moment, { kind: 'message' }>;
  /** Of a lead: a card was made of it. */
  hasCard: boolean;
}

/** An entry that is not a message. */
export function TimelineEntry({ entry, hasCard }: TimelineEntryProps) {
  switch (entry.kind) {
    case 'note':
      return <NoteEntry entry={entry} />;
    case 'order':
      return <OrderEntry entry={entry} />;
    case 'appointment':
      return <AppointmentEntry entry={entry} />;
    case 'card':
      return <CardEntry entry={entry} />;
    case 'lead':
      return <LeadEntry entry={entry} hasCard={hasCard} />;
  }
}

function NoteEntry({ entry }: Of<'note'>) {
  const { t } = useTranslation('customers');
  const title = entry.authorName === null ? t('moments.note') : t('moments.noteBy', { name: entry.authorName });
  return (
    <MomentLine icon={IconNote} kind="note" at={entry.at} href={`/inbox/${entry.conversationId}`} title={title}>
      <p className="cu-note">{entry.text}</p>
    </MomentLine>
  );
}

function OrderEntry({ entry }: Of<'order'>) {
  const { t } = useTranslation('customers');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  const items = entry.items.map(({ name, quantity }) => `${number(quantity)}× ${name}`).join(', ');
  return (
    <MomentLine
      icon={IconShoppingBag}
      kind="order"
      at={entry.at}
      href={`/orders/${entry.id}`}
      title={t('moments.order', { number: entry.number })}
    >
      <p>
        <span className="fd-figures">{money(entry.total, currency)}</span> · {t(`orderStatuses.${entry.status}`)}
      </p>
      <p className="cu-dim cu-cut-lines">{items}</p>
    </MomentLine>
  );
}

function AppointmentEntry({ entry }: Of<'appointment'>) {
  const { t } = useTranslation('customers');
  return (
    <MomentLine
      icon={IconCalendar}
      kind="appointment"
      at={entry.at}
      href={`/calendar/${entry.id}`}
      title={t('moments.appointment', { title: entry.title })}
    >
      <p>{t(`appointmentStatuses.${entry.status}`)}</p>
    </MomentLine>
  );
}

function CardEntry({ entry }: Of<'card'>) {
  const { t } = useTranslation('customers');
  const { money } = useFormats();
  const { currency } = useConsole();
  const { title, value, stage } = entry;
  return (
    <MomentLine
      icon={IconLayoutKanban}
      kind="card"
      at={entry.at}
      href={`/pipeline/${entry.id}`}
      title={t('moments.card', { title })}
    >
      <p>
        {value !== null && <span className="fd-figures">{money(value, currency)} · </span>}
        {stage}
      </p>
    </MomentLine>
  );
}

function LeadEntry({ entry, hasCard }: Of<'lead'> & { hasCard: boolean }) {
  const { t } = useTranslation('customers');
  const agent = useAgentNames().get(entry.aiAgentId);
  const { data: lead } = useQuery(operationQuery('getLead', { path: { id: entry.id } }));
  return (
    <MomentLine
      icon={IconUserStar}
      kind="lead"
      at={entry.at}
      href={null}
      title={agent ? t('moments.leadBy', { agent }) : t('moments.lead')}
    >
      <LeadAnswers lead={entry} />
      {lead && !hasCard && (
        <div className="cu-step">
          <MakeCard lead={lead} />
        </div>
      )}
    </MomentLine>
  );
}
