import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { LoadMore } from '../list/load-more.tsx';
import { type Moment, type Person, timelineQuery } from '../queries.ts';
import { ChatEntry } from './chat-entry.tsx';
import { TimelineEntry } from './timeline-entry.tsx';

type Message = Moment & { kind: 'message' };
type Entry = Exclude<Moment, Message> | { kind: 'chat'; messages: Message[] };

/** All that happened with a person, newest first. */
export function Timeline({ person }: { person: Person }) {
  const { t } = useTranslation('customers');
  const list = useInfiniteQuery(timelineQuery(person.id));
  const entries = useMemo(() => gather(list.data?.pages.flatMap(({ data }) => data) ?? []), [list.data]);
  const leadsWithCard = new Set(entries.flatMap((entry) => (entry.kind === 'card' ? (entry.leadId ?? []) : [])));
  return (
    <section aria-label={t('person.timeline')} className="cu-timeline">
      {list.error && !list.data && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && entries.length === 0 && <Empty drawing="customers" text={t('person.nothing')} />}
      <ol className="cu-moments">
        {entries.map((entry) =>
          entry.kind === 'chat' ? (
            <ChatEntry key={entry.messages[0]?.id} messages={entry.messages} />
          ) : (
            <TimelineEntry
              key={`${entry.kind}-${entry.id}`}
              entry={entry}
              hasCard={entry.kind === 'lead' && leadsWithCard.has(entry.id)}
            />
          ),
        )}
      </ol>
      <LoadMore list={list} />
    </section>
  );
}

/** Messages of one conversation that follow each other become one entry. */
function gather(moments: Moment[]): Entry[] {
  const entries: Entry[] = [];
  for (const moment of moments) {
    const last = entries.at(-1);
    if (moment.kind !== 'message') entries.push(moment);
    else if (last?.kind === 'chat' && belongs(last.messages, moment)) last.messages.push(moment);
    else entries.push({ kind: 'chat', messages: [moment] });
  }
  return entries;
}

const sameTalkMs = 6 * 3_600_000;

function belongs(messages: Message[], next: Message): boolean {
  const last = messages.at(-1);
  if (!last || last.conversationId !== next.conversationId) return false;
  return Date.parse(last.at) - Date.parse(next.at) < sameTalkMs;
}
