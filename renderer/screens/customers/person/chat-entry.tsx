import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Time } from '../../../components/values/time.tsx';
import { useSaid } from '../../../components/values/use-said.ts';
import type { Moment } from '../queries.ts';
import { MomentLine } from './moment-line.tsx';

type Message = Moment & { kind: 'message' };

const shown = 3;

/** A stretch of a conversation with its last messages. */
export function ChatEntry({ messages }: { messages: Message[] }) {
  const { t } = useTranslation('customers');
  const { sayMessage } = useSaid();
  const [newest] = messages;
  if (!newest) return null;
  return (
    <MomentLine
      icon={IconMessages}
      kind="chat"
      at={newest.at}
      href={`/inbox/${newest.conversationId}`}
      title={t('moments.chat', { count: messages.length })}
    >
      <ul className="cu-messages">
        {messages
          .slice(0, shown)
          .toReversed()
          .map((message) => (
            <li key={message.id}>
              <Link href={`/inbox/${message.conversationId}?message=${message.id}`} className="cu-message">
                <span className="cu-author">
                  {message.authorName ?? t(`authors.${message.author}`)} <Time at={message.at} style="time" />
                </span>
                <span className="cu-cut-lines">{sayMessage(message)}</span>
              </Link>
            </li>
          ))}
      </ul>
    </MomentLine>
  );
}
