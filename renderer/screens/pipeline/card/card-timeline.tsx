import { Button, Group, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { invalidate, keyOf } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { EndlessList } from '../../../components/page/endless-list.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import { useConsole } from '../../../session.ts';
import type { Card } from '../types.ts';

type CardEvent = Result<'listCrmEvents'>['data'][number];

const pageSize = 30;

/** What happened to a card, newest first, below a field for comments. */
export function CardTimeline({ card: { id, pipelineId } }: { card: Card }) {
  const { t } = useTranslation('pipeline');
  const query = { pipelineId, filter: id, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...keyOf('listCrmEvents', { query }), 'pages'],
    queryFn: ({ pageParam }) => call('listCrmEvents', { query: { ...query, page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : null),
  });
  return (
    <>
      <CommentForm cardId={id} />
      <EndlessList
        list={list}
        items={list.data?.pages.flatMap(({ data }) => data) ?? []}
        empty={null}
        line={(event) => <EventLine key={event.id} event={event} />}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {t('timeline.help')}
      </Text>
    </>
  );
}

const longestComment = 1_000;

function CommentForm({ cardId }: { cardId: string }) {
  const { t } = useTranslation('pipeline');
  const client = useQueryClient();
  const [typed, setTyped, begun] = useBegun(`card.${cardId}.comment`, '');
  const comment = useMutation({
    mutationFn: (body: string) => call('commentOnCrmCard', { path: { id: cardId }, body: { body } }),
    onSuccess: () => {
      begun.forget();
      return invalidate(client, reads.cards);
    },
    onError: notifyFailure,
  });
  const send = () => typed.trim() !== '' && !comment.isPending && comment.mutate(typed.trim());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap" mb="sm">
      <Textarea
        aria-label={t('timeline.comment')}
        placeholder={t('timeline.comment')}
        value={typed}
        maxLength={longestComment}
        autosize
        maxRows={6}
        style={{ flex: 1 }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button loading={comment.isPending} disabled={typed.trim() === ''} onClick={send}>
        {t('timeline.send')}
      </Button>
    </Group>
  );
}

function EventLine({ event }: { event: CardEvent }) {
  const { t } = useTranslation('pipeline');
  const { actor, createdAt, comment } = event;
  return (
    <li className="fd-line pl-event" data-type={event.type}>
      <div className="pl-event-head">
        <span className="pl-event-who">{actor.name ?? t(`actors.${actor.source}`)}</span>
        <Text span size="xs" c="dimmed">
          <Time at={createdAt} />
        </Text>
      </div>
      {comment === null ? <EventText event={event} /> : <p className="pl-comment">{comment}</p>}
    </li>
  );
}

function EventText({ event: { type, fromStage, toStage, changes } }: { event: CardEvent }) {
  const { t } = useTranslation('pipeline');
  const read = useReadValue();
  if (type === 'MOVED') {
    const isSame = fromStage?.id === toStage?.id;
    return (
      <span>{t(isSame ? 'timeline.reordered' : 'timeline.moved', { from: fromStage?.name, to: toStage?.name })}</span>
    );
  }
  if (type === 'UPDATED') {
    return changes.map(({ field, from, to }) => (
      <span key={field} className="pl-change">
        {`${t(`fields.${field as 'title' | 'value' | 'contactName'}`)}: ${read(field, from)} → ${read(field, to)}`}
      </span>
    ));
  }
  return <span>{t(type === 'DELETED' ? 'timeline.deleted' : 'timeline.created', { stage: toStage?.name })}</span>;
}

function useReadValue() {
  const { money } = useFormats();
  const { currency } = useConsole();
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    return field === 'value' ? money(Number(value), currency) : String(value);
  };
}
