import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { optionalQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Empty } from '../../../components/page/page.tsx';
import { FramedThread } from '../../inbox/thread/framed-thread.tsx';
import type { Card } from '../types.ts';

/** The card's conversation; without one, the latest with its person. */
export function CardChat({ card, onClose }: { card: Card; onClose(): void }) {
  const { t } = useTranslation('pipeline');
  const { conversationId, contactId } = card;
  const contact = useQuery({
    ...optionalQuery('getContact', { path: { phone: contactId ?? '' } }),
    enabled: conversationId === null && contactId !== null,
  });
  const id = conversationId ?? contact.data?.conversations[0]?.id;
  if (id) return <FramedThread key={id} id={id} onBack={onClose} />;
  if (contact.error) return <Failure error={contact.error} onRetry={contact.refetch} />;
  if (contact.isLoading) return <Loading size="sm" />;
  return <Empty drawing="inbox" text={t(contactId === null ? 'card.noContact' : 'card.noChat')} />;
}
