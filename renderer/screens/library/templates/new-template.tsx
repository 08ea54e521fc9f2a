import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { readBegun } from '../../../begun.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { OwnersOnly } from '../../../components/page/owners-only.tsx';
import { Page } from '../../../components/page/page.tsx';
import { useConsole, useIsOwner } from '../../../session.ts';
import { type Draft, emptyDraft, fromTemplate } from './editor/draft.ts';
import { begunKey, Editor } from './editor/editor.tsx';
import { templateQuery } from './queries.ts';
import { useTemplateChannel } from './use-template-channel.ts';

/** The editor of a new template: empty, as it was left, or with another template (`?from=`). */
export function NewTemplate() {
  const { t } = useTranslation('templates');
  const isOwner = useIsOwner();
  const [search, setSearch] = useSearchParams();
  const { channels, channel, isPending } = useTemplateChannel();
  const from = search.get('from');
  const source = useQuery({ ...templateQuery(from ?? ''), enabled: from !== null });
  const back = { href: '/library/templates', label: t('back') };
  const choose = (id: string | null) => setSearch((present) => ({ ...Object.fromEntries(present), channel: id ?? '' }));
  if (!isOwner) return <OwnersOnly />;
  const isReading = isPending || (from !== null && source.isPending);
  const several = channels.length > 1 && channel && (
    <Select
      label={t('channel')}
      data={channels.map(({ id, name }) => ({ value: id, label: name }))}
      value={channel.id}
      onChange={choose}
      allowDeselect={false}
      maw={320}
    />
  );
  return (
    <Page title={t('add')} intro={t(channel?.provider === 'CLOUD_API' ? 'newHelp' : 'newLocalHelp')} back={back}>
      {several}
      {source.error && <Failure error={source.error} onRetry={source.refetch} />}
      {isReading && <Loading shape="form" />}
      {!isReading && !channel && <Empty drawing="channel" text={t('noChannel')} />}
      {!isReading && channel && !source.error && (
        <Begun key={`${channel.id} ${from}`} source={source.data ? fromTemplate(source.data) : null}>
          {(initial) => <Editor channel={channel} initial={initial} />}
        </Begun>
      )}
    </Page>
  );
}

/** What the form begins with is decided once. */
function Begun({ source, children }: { source: Draft | null; children(initial: Draft): React.ReactNode }) {
  const { workspace } = useConsole();
  const [initial] = useState(() => source ?? readDraft() ?? emptyDraft(workspace.language));
  return children(initial);
}

/** The draft that was not submitted yet, if there is one of the present form. */
function readDraft(): Draft | null {
  try {
    const kept = JSON.parse(readBegun(begunKey));
    const empty = emptyDraft('');
    const isSame = Object.entries(empty).every(([key, value]) => typeof kept[key] === typeof value);
    return isSame ? kept : null;
  } catch {
    return null;
  }
}
