import { Button, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { ApiError } from '../../api/refusals.ts';
import { Choice } from '../../components/choice.tsx';
import { Failure } from '../../components/failure.tsx';
import { allChannelsQuery, type Campaign, templatesQuery } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

type CampaignDraft = Body<'createMarketingCampaign'>;

interface CampaignFormProps {
  /** Absent: a new one is made. */
  campaign?: Campaign;
  onSaved(campaign: Campaign): void;
  onCancel?(): void;
}

const sources = ['CSV', 'CONTACTS'] as const;
const defaultSeconds = 3;

/** What a campaign is called, on which channel it goes out, and with which template. */
export function CampaignForm({ campaign, onSaved, onCancel }: CampaignFormProps) {
  const { t } = useTranslation('campaigns');
  const [name, setName] = useState(campaign?.name ?? '');
  const [channelId, setChannelId] = useState(campaign?.channelId ?? '');
  const [templateId, setTemplateId] = useState(campaign?.channelTemplateId ?? '');
  const [source, setSource] = useState<string>(campaign?.audienceSource ?? 'CSV');
  const [stopOnReply, setStopOnReply] = useState(campaign?.stopOnReply ?? true);
  const [seconds, setSeconds] = useState((campaign?.sendIntervalMs ?? defaultSeconds * 1_000) / 1_000);
  const channels = useQuery(allChannelsQuery);
  const templates = useQuery(templatesQuery(channelId));
  const save = useCampaignAction(() => {
    const draft: CampaignDraft = {
      name: name.trim(),
      channelId,
      channelTemplateId: templateId,
      audienceSource: source as CampaignDraft['audienceSource'],
      stopOnReply,
      sendIntervalMs: Math.round(seconds * 1_000),
      ...(campaign ? { timezone: campaign.timezone } : {}),
    };
    return campaign
      ? call('updateMarketingCampaign', { path: { id: campaign.id }, body: draft })
      : call('createMarketingCampaign', { body: draft });
  });
  const faults = save.error instanceof ApiError ? save.error.fields : {};
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: onSaved });
  };
  const offered = templates.data?.data ?? [];
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHelp')}
          required
          maxLength={160}
          data-autofocus
          value={name}
          error={faults.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('form.channel')}
            required
            data={channels.data?.data.map((one) => ({ value: one.id, label: one.name })) ?? []}
            value={channelId || null}
            error={faults.channelId}
            onChange={(value) => {
              setChannelId(value ?? '');
              setTemplateId('');
            }}
            allowDeselect={false}
          />
          <Select
            label={t('form.template')}
            required
            disabled={channelId === ''}
            data={offered.map((one) => ({ value: one.id, label: `${one.name} (${one.language})` }))}
            value={templateId || null}
            error={faults.channelTemplateId}
            onChange={(value) => setTemplateId(value ?? '')}
            allowDeselect={false}
          />
        </SimpleGrid>
        {templates.data && offered.length === 0 && <Text size="sm">{t('form.noTemplates')}</Text>}
        <Radio.Group label={t('form.audience')} value={source} onChange={setSource}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="xs">
            {sources.map((one) => (
              <Choice key={one} value={one} label={t(`form.${one}`)} help={t(`form.${one}Help`)} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label={t('form.interval')}
            description={t('form.intervalHelp')}
            min={0.25}
            max={60}
            step={0.5}
            decimalScale={2}
            value={seconds}
            error={faults.sendIntervalMs}
            onChange={(value) => setSeconds(typeof value === 'number' ? value : defaultSeconds)}
          />
          <Switch
            mt={{ sm: 'xl' }}
            label={t('form.stopOnReply')}
            checked={stopOnReply}
            onChange={(event) => setStopOnReply(event.currentTarget.checked)}
          />
        </SimpleGrid>
        {save.error && Object.keys(faults).length === 0 && <Failure error={save.error} />}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('shell:common.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={save.isPending}
            disabled={name.trim() === '' || channelId === '' || templateId === ''}
          >
            {t(campaign ? 'shell:common.save' : 'form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
