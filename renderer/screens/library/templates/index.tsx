import './templates.css';
import { Anchor, Button, Group, Select, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Query } from '../../../api/operations.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { AddressSearch } from '../../../components/page/address-search.tsx';
import { Listed } from '../../../components/page/listed.tsx';
import { Pages } from '../../../components/page/pages.tsx';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { useIsOwner } from '../../../session.ts';
import { type Channel, type ChatTemplate, templatesQuery } from './queries.ts';
import { Stats } from './stats.tsx';
import { SyncButton } from './sync-button.tsx';
import { TemplateActions } from './template-actions.tsx';
import { Reason, TemplateStatus, useLanguageName } from './template-words.tsx';
import { useTemplateChannel } from './use-template-channel.ts';

const statuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const;

/** Message templates of a channel with what the platform decided on each. */
export function Templates() {
  const { t } = useTranslation('templates');
  const { channels, channel, isPending } = useTemplateChannel();
  if (isPending) return <Loading />;
  if (!channel) {
    const action = (
      <Button component={Link} href="/channels">
        {t('toChannels')}
      </Button>
    );
    return <Empty drawing="channel" text={t('noChannel')} action={action} />;
  }
  return <TemplateList key={channel.id} channel={channel} channels={channels} />;
}

function TemplateList({ channel, channels }: { channel: Channel; channels: Channel[] }) {
  const { t } = useTranslation('templates');
  const isOwner = useIsOwner();
  const { filter, set, choiceOf } = useAddressFilter();
  const page = Number(filter.page ?? 1);
  const status = statuses.find((each) => each === filter.status) ?? '';
  const query: Query<'listChatTemplates'> = { channelId: channel.id, page, status, search: filter.search ?? '' };
  const templates = useQuery({ ...templatesQuery(query), placeholderData: keepPreviousData });
  const { total = 0, limit = 1 } = templates.data ?? {};
  const isFiltered = status !== '' || (filter.search ?? '') !== '';
  const add = isOwner && (
    <Button
      component={Link}
      href={`/library/templates/new?channel=${channel.id}`}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      {t('add')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <Group gap="xs" align="flex-end">
          {channels.length > 1 && (
            <Select
              aria-label={t('channel')}
              data={channels.map(({ id, name }) => ({ value: id, label: name }))}
              value={channel.id}
              onChange={(id) => set('channel', id)}
              allowDeselect={false}
            />
          )}
          <AddressSearch label={t('search')} value={filter.search ?? ''} onChange={(text) => set('search', text)} />
          <Select
            aria-label={t('statusLabel')}
            data={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
            w={170}
            {...choiceOf('status', t('anyStatus'))}
          />
        </Group>
        {(isFiltered || total > 0) && add}
      </Group>
      <Group justify="space-between" align="flex-end" mb="xs">
        <Stats channelId={channel.id} />
        {channel.provider === 'CLOUD_API' && <SyncButton channelId={channel.id} />}
      </Group>
      <Listed
        query={templates}
        empty={
          isFiltered ? (
            <Empty drawing="search" text={t('noneFound')} />
          ) : (
            <Empty drawing="library" text={t('empty')} action={add} />
          )
        }
        line={(template) => <Line key={template.id} template={template} />}
      />
      <Pages total={total} limit={limit} page={page} onChange={(next) => set('page', String(next))} />
    </>
  );
}

function Line({ template }: { template: ChatTemplate }) {
  const { t } = useTranslation('templates');
  const nameOf = useLanguageName();
  const { id, name, category, language, reason, quality, components } = template;
  const body = String(components.find(({ type }) => type === 'BODY')?.text ?? '');
  return (
    <Group component="li" className="fd-line" justify="space-between" wrap="nowrap" gap="md">
      <div style={{ flex: '1 1 auto', minWidth: 0 }}>
        <Group gap="xs">
          <Anchor component={Link} href={`/library/templates/${id}`} className="fd-line-name te-name">
            {name}
          </Anchor>
          <TemplateStatus {...template} />
        </Group>
        <Text size="xs" c="dimmed">
          {[t(`categories.${category}`), nameOf(language), quality !== 'UNKNOWN' && t(`quality.${quality}`)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {reason !== null && (
          <Text size="sm" c="red">
            <Reason reason={reason} />
          </Text>
        )}
        <Text size="sm" lineClamp={1}>
          {body}
        </Text>
      </div>
      <TemplateActions template={template} />
    </Group>
  );
}
