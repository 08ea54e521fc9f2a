import { VisuallyHidden } from '@mantine/core';
import { IconMessage, IconNote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UnconfirmedBadge } from '../../../components/unconfirmed/unconfirmed.tsx';
import { nameOf } from '../../../components/values/customer.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { formatDuration } from '../../inbox/format.ts';
import type { Card } from '../types.ts';

/** Title, person, value, how long the card has been in its stage, and what is unread. */
export function CardContent({ card }: { card: Card }) {
  const { t } = useTranslation('pipeline');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  const person = personOf(card);
  return (
    <>
      <p className="pl-card-title">{card.title}</p>
      <UnconfirmedBadge unconfirmed={card.unconfirmed} />
      {person && <p className="pl-card-person">{person}</p>}
      <p className="pl-card-facts">
        {card.value !== null && <strong className="pl-card-value">{money(card.value, currency)}</strong>}
        <Age since={card.stageEnteredAt} />
        {card.commentCount > 0 && (
          <span className="pl-card-fact">
            <IconNote size={14} aria-hidden />
            <span aria-hidden>{number(card.commentCount)}</span>
            <VisuallyHidden>{t('card.comments', { count: card.commentCount })}</VisuallyHidden>
          </span>
        )}
        {(card.unreadCount > 0 || card.waitingSince !== null) && <Unread card={card} />}
      </p>
    </>
  );
}

/** The name of the card's customer; null without one. */
const personOf = ({ contactId, contactName, contactPhone }: Card): string | null =>
  contactId === null ? contactName : nameOf({ name: contactName, phone: contactPhone });

function Age({ since }: { since: string }) {
  const { t, i18n } = useTranslation('pipeline');
  const { dateTime } = useFormats();
  const age = formatDuration(Date.now() - Date.parse(since), i18n.language);
  return (
    <time dateTime={since} title={t('card.since', { time: dateTime(since) })}>
      <span aria-hidden>{age}</span>
      <VisuallyHidden>{t('card.age', { age })}</VisuallyHidden>
    </time>
  );
}

/** Gold only if somebody waits for a person. */
function Unread({ card: { unreadCount, waitingSince } }: { card: Card }) {
  const { t } = useTranslation('pipeline');
  const { number } = useFormats();
  const isWaiting = waitingSince !== null;
  return (
    <span className="pl-unread" data-waiting={isWaiting || undefined}>
      <IconMessage size={14} aria-hidden />
      {unreadCount > 0 && <span aria-hidden>{number(unreadCount)}</span>}
      <VisuallyHidden>
        {[isWaiting && t('card.waits'), unreadCount > 0 && t('card.unread', { count: unreadCount })]
          .filter(Boolean)
          .join(', ')}
      </VisuallyHidden>
    </span>
  );
}
