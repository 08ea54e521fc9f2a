import { ActionIcon, Button, Center, Divider, Text } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { useConsole } from '../../../session.ts';
import type { Outgoing } from '../composer/pending-messages.ts';
import { dayOf } from '../format.ts';
import type { Message, Note } from '../types.ts';
import type { Missed } from './lessons.tsx';
import { type MessageActions, MessageBubble } from './message-bubble.tsx';
import { NoteBubble } from './note-bubble.tsx';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import type { useThread } from './thread.ts';
import { type TimelineEntry, toTimeline } from './timeline.ts';

interface MessageListProps {
  thread: ReturnType<typeof useThread>;
  notes: Note[];
  outgoing: Outgoing[];
  unansweredCount: number;
  missed: Missed;
  actions: MessageActions;
  onRepeat(outgoing: Outgoing): void;
  onDrop(idempotencyKey: string): void;
}

/**
 * Messages, newest last. CSS reverses the scroller, so its position is relative to the end: older messages above and
 * late pictures do not move the visible text.
 */
export function MessageList(props: MessageListProps) {
  const { thread, notes, outgoing, unansweredCount, missed, actions, onRepeat, onDrop } = props;
  const { t } = useTranslation('inbox');
  const { timezone } = useConsole().workspace;
  const scroller = useRef<HTMLElement>(null);
  const [isAway, setIsAway] = useState(false);
  const { data, error, loadOlder } = thread;
  const messages = data?.messages;
  const entries = useMemo(
    () => toTimeline({ messages: messages ?? [], notes, outgoing }, { timeZone: timezone, unansweredCount }),
    [messages, notes, outgoing, timezone, unansweredCount],
  );
  const byId = useMemo(() => new Map((messages ?? []).map((message) => [message.id, message])), [messages]);
  const toEnd = () => scroller.current?.scrollTo({ top: 0 });

  const sent = outgoing.length;
  useEffect(() => {
    if (sent > 0) scroller.current?.scrollTo({ top: 0 });
  }, [sent]);

  if (error && !data) return <Failure error={error} onRetry={thread.refetch} />;
  return (
    <div className="ib-scroll-frame">
      <section
        ref={scroller}
        className="ib-scroll"
        role="log"
        aria-label={t('thread.label')}
        aria-busy={!data}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => setIsAway(event.currentTarget.scrollTop < -300)}
      >
        <div className="ib-messages">
          {data?.cursor && <Older key={data.cursor} onReach={loadOlder} />}
          {!data && (
            <Center py="xl">
              <Loading size="sm" />
            </Center>
          )}
          {data && entries.length === 0 && (
            <Text c="dimmed" size="sm" ta="center" py="xl">
              {t('thread.none')}
            </Text>
          )}
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} byId={byId} {...{ missed, actions, onRepeat, onDrop }} />
          ))}
        </div>
      </section>
      {isAway && (
        <ActionIcon className="ib-to-end" radius="xl" size="lg" onClick={toEnd} aria-label={t('thread.toEnd')}>
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

interface EntryProps extends Pick<MessageListProps, 'missed' | 'actions' | 'onRepeat' | 'onDrop'> {
  entry: TimelineEntry;
  byId: Map<string, Message>;
}

function Entry({ entry, byId, missed, actions, onRepeat, onDrop }: EntryProps) {
  const { t } = useTranslation('inbox');
  if (entry.kind === 'day') return <Day at={entry.at} />;
  if (entry.kind === 'unanswered') {
    return <Divider className="ib-unanswered" label={t('thread.unanswered', { count: entry.count })} my="xs" />;
  }
  if (entry.kind === 'outgoing') {
    const { outgoing } = entry;
    return (
      <OutgoingBubble
        outgoing={outgoing}
        onRepeat={() => onRepeat(outgoing)}
        onDrop={() => onDrop(outgoing.idempotencyKey)}
      />
    );
  }
  if (entry.kind === 'note') return <NoteBubble note={entry.note} />;
  const { message, continues } = entry;
  const quoted = (message.replyToMessageId && byId.get(message.replyToMessageId)) || null;
  return <MessageBubble {...{ message, quoted, continues, actions }} missed={missed.get(message.id)} />;
}

const dayMs = 86_400_000;

function Day({ at }: { at: string }) {
  const { t, i18n } = useTranslation('inbox');
  const { timezone } = useConsole().workspace;
  const day = dayOf(at, timezone);
  const isToday = day === dayOf(new Date(), timezone);
  const isYesterday = day === dayOf(new Date(Date.now() - dayMs), timezone);
  const long = () =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: timezone }).format(new Date(at));
  return <Text className="ib-day">{isToday ? t('thread.today') : isYesterday ? t('thread.yesterday') : long()}</Text>;
}

/** Loads older messages when scrolled near; the button serves keyboard users. */
function Older({ onReach }: { onReach(): Promise<void> }) {
  const { t } = useTranslation('inbox');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), {
      root: place.current?.closest('.ib-scroll') ?? null,
      rootMargin: '600px',
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [onReach]);
  return (
    <Center ref={place} className="ib-older" py="xs">
      <Button variant="subtle" size="compact-sm" onClick={() => onReach()}>
        {t('thread.older')}
      </Button>
    </Center>
  );
}
