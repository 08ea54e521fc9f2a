import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { OwnersOnly } from '../../../components/page/owners-only.tsx';
import { Page } from '../../../components/page/page.tsx';
import { useConsole, useIsOwner } from '../../../session.ts';
import { emptyDraft, fromTemplate } from './editor/draft.ts';
import { Editor } from './editor/editor.tsx';
import { templateQuery } from './queries.ts';
import { useTemplateChannel } from './use-template-channel.ts';

/** The editor of a new template: empty, as it was left, or with another template (`?from=`). */
export function NewTemplate() {
  const { t } = useTranslation('templates');
  const isOwner = useIsOwner();
  const { workspace } = useConsole();
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
        <Editor
          key={`${channel.id} ${from}`}
          channel={channel}
          place={`template.${from ?? 'new'}`}
          initial={source.data ? fromTemplate(source.data) : emptyDraft(workspace.language)}
        />
      )}
    </Page>
  );
}
