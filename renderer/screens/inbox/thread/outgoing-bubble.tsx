import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../components/values/time.tsx';
import { useConsole } from '../../../session.ts';
import type { Outgoing } from '../composer/pending-messages.ts';
import { Failed, Receipt } from './message-bubble.tsx';
import { MessageContent } from './message-content.tsx';

interface OutgoingBubbleProps {
  outgoing: Outgoing;
  onRepeat(): void;
  onDrop(): void;
}

/** A message that the server has not accepted yet. */
export function OutgoingBubble({ outgoing, onRepeat, onDrop }: OutgoingBubbleProps) {
  const { t } = useTranslation('inbox');
  const { user } = useConsole();
  const { draft, createdAt, error, media } = outgoing;
  const message = {
    type: draft.type ?? media?.kind ?? 'TEXT',
    content: draft.content ?? (draft.template ? t('thread.templateOnItsWay') : null),
    mediaUrl: draft.mediaUrl ?? null,
    media: media ?? null,
    mediaPending: false,
    template: draft.template ? { ...draft.template } : null,
  };
  return (
    <article className="ib-message" data-out aria-label={t('thread.messageBy', { author: user.name })}>
      <div className="ib-bubble" data-failed={error !== null || undefined}>
        <Text className="ib-author">{user.name}</Text>
        <MessageContent message={message} />
        <div className="ib-meta">
          <Time at={createdAt} />
          <Receipt status={error === null ? 'PENDING' : 'FAILED'} />
        </div>
        {error !== null && <Failed error={error} onRepeat={onRepeat} onDrop={onDrop} />}
      </div>
    </article>
  );
}
