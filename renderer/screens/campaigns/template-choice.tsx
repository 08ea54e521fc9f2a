import { Select, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { allChannelsQuery, templatesQuery } from './queries.ts';

/** Empty until chosen. */
export interface Chosen {
  channelId: string;
  channelTemplateId: string;
}

interface TemplateChoiceProps {
  value: Chosen;
  errors?: Partial<Record<keyof Chosen, string>>;
  onChange(chosen: Chosen): void;
}

/** A channel and one of its approved templates; what has no alternative is chosen already. */
export function TemplateChoice({ value, errors = {}, onChange }: TemplateChoiceProps) {
  const { t } = useTranslation('campaigns');
  const { channelId, channelTemplateId } = value;
  const channels = useQuery(allChannelsQuery);
  const templates = useQuery(templatesQuery(channelId));
  const offered = templates.data?.data ?? [];
  useOnlyOption(channels.data?.data, channelId, (id) => onChange({ channelId: id, channelTemplateId: '' }));
  useOnlyOption(templates.data?.data, channelTemplateId, (id) => onChange({ channelId, channelTemplateId: id }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('form.channel')}
          required
          data={channels.data?.data.map((one) => ({ value: one.id, label: one.name })) ?? []}
          error={errors.channelId}
          value={channelId || null}
          onChange={(chosen) => onChange({ channelId: chosen ?? '', channelTemplateId: '' })}
          allowDeselect={false}
        />
        <Select
          label={t('form.template')}
          required
          disabled={channelId === ''}
          data={offered.map((one) => ({ value: one.id, label: `${one.name} (${one.language})` }))}
          error={errors.channelTemplateId}
          value={channelTemplateId || null}
          onChange={(chosen) => onChange({ channelId, channelTemplateId: chosen ?? '' })}
          allowDeselect={false}
        />
      </SimpleGrid>
      {templates.data && offered.length === 0 && <Text size="sm">{t('form.noTemplates')}</Text>}
    </>
  );
}

/** Chooses the option that has no alternative. */
function useOnlyOption(options: { id: string }[] | undefined, chosen: string, choose: (id: string) => void): void {
  const only = options?.length === 1 && chosen === '' ? options[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined) choose(only);
  });
}
