import './words.ts';
import '../files/words.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPaperclip, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'wouter';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { Section } from '../../../components/page/page.tsx';
import { useCreating } from '../../../components/page/use-creating.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { bareShortcut, findReplies } from './find-replies.ts';
import { type QuickReply, quickRepliesQuery } from './queries.ts';
import { QuickReplyForm } from './quick-reply-form.tsx';
import './quick-replies.css';

const path = '/library/quick-replies';

/** Quick replies of the shop by group: searched, written and changed. One of them is open at `…/:id`. */
export function QuickReplies() {
  const { t } = useTranslation('quick-replies');
  const [, navigate] = useLocation();
  const { id } = useParams<{ id?: string }>();
  const [isCreating, setIsCreating] = useCreating();
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useQuery(quickRepliesQuery);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  const opened = data.data.find((reply) => reply.id === id);
  const shown = typed.trim() === '' ? data.data : findReplies(data.data, typed);
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('new')}
    </Button>
  );
  return (
    <>
      {data.data.length === 0 ? (
        <Empty drawing="library" text={t('empty')} action={add} />
      ) : (
        <>
          <Group mb="md" gap="sm">
            <SearchField label={t('search')} value={typed} onChange={setTyped} />
            <Text size="sm" c="dimmed" className="fd-figures" aria-live="polite" flex={1}>
              {t('count', { count: shown.length })}
            </Text>
            {add}
          </Group>
          {shown.length === 0 && <Empty drawing="search" text={t('noneFound')} />}
          {groupsOf(shown).map(([group, replies]) => (
            <Replies key={group} group={group} replies={replies} />
          ))}
        </>
      )}
      {isCreating && <QuickReplyForm onClose={() => setIsCreating(false)} />}
      {opened && <QuickReplyForm key={opened.id} reply={opened} onClose={() => navigate(path)} />}
    </>
  );
}

/** Replies by group, in alphabetical order; those without one last. */
function groupsOf(replies: QuickReply[]): [string, QuickReply[]][] {
  const groups = Map.groupBy(replies, ({ group }) => group ?? '');
  return [...groups].sort(([one], [other]) => Number(one === '') - Number(other === '') || one.localeCompare(other));
}

function Replies({ group, replies }: { group: string; replies: QuickReply[] }) {
  const { t } = useTranslation('quick-replies');
  return (
    <div className="qr-group">
      <Section title={group === '' ? t('ungrouped') : group}>
        <ul className="fd-list">
          {replies.map((reply) => (
            <Line key={reply.id} reply={reply} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Line({ reply }: { reply: QuickReply }) {
  const { t } = useTranslation('quick-replies');
  const { id, shortcut, content, fileIds } = reply;
  return (
    <li className="fd-line qr-line">
      <Anchor component={Link} className="fd-line-name" href={`${path}/${id}`}>
        {`/${bareShortcut(shortcut)}`}
      </Anchor>
      <Text span size="sm" c="dimmed" truncate className="qr-content">
        {content}
      </Text>
      {fileIds.length > 0 && (
        <Text span size="xs" c="dimmed" className="qr-attached">
          <IconPaperclip size={13} aria-hidden />
          {t('files', { count: fileIds.length })}
        </Text>
      )}
      <Usage reply={reply} />
    </li>
  );
}

function Usage({ reply: { usageCount, lastUsedAt } }: { reply: QuickReply }) {
  const { t } = useTranslation('quick-replies');
  const { dateTime } = useFormats();
  return (
    <Text span size="xs" c="dimmed" className="qr-usage fd-figures">
      {usageCount === 0 ? t('unused') : t('used', { count: usageCount })}
      {lastUsedAt !== null && ` · ${t('lastUsed', { at: dateTime(lastUsedAt) })}`}
    </Text>
  );
}
