import { Button, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Choice } from '../../components/form/choice.tsx';
import type { Form } from '../../components/form/form.ts';
import { fieldsOf, restOf } from '../../components/form/use-save.ts';
import { allChannelsQuery, type Campaign, templatesQuery } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

type Draft = Body<'createMarketingCampaign'>;

interface Fields {
  name: string;
  /** Empty until chosen; `channelTemplateId` too. */
  channelId: string;
  channelTemplateId: string;
  audienceSource: NonNullable<Draft['audienceSource']>;
  stopOnReply: boolean;
  /** Seconds between messages, as typed. */
  interval: number | string;
}

const sources = ['CSV', 'CONTACTS'] as const;
const defaultSeconds = 3;

/** Initial values: the campaign's, else the usual ones. */
const beginWith = (campaign: Campaign | undefined): Fields => ({
  name: campaign?.name ?? '',
  channelId: campaign?.channelId ?? '',
  channelTemplateId: campaign?.channelTemplateId ?? '',
  audienceSource: campaign?.audienceSource ?? 'CSV',
  stopOnReply: campaign?.stopOnReply ?? true,
  interval: campaign ? campaign.sendIntervalMs / 1_000 : defaultSeconds,
});

const toDraft = ({ name, interval, ...rest }: Fields): Draft => ({
  ...rest,
  name: name.trim(),
  sendIntervalMs: Math.round((interval === '' ? defaultSeconds : Number(interval)) * 1_000),
});

/** The server's messages under the form's field names. */
function faultsIn(error: Error): Record<string, string> {
  const { sendIntervalMs, ...faults } = fieldsOf(error);
  return { ...faults, ...(sendIntervalMs !== undefined && { interval: sendIntervalMs }) };
}

interface CampaignFormProps {
  /** Absent: a new campaign. */
  campaign?: Campaign;
  onSaved(campaign: Campaign): void;
  onCancel?(): void;
}

/** Name, channel, template, audience source and pace of a campaign. */
export function CampaignForm({ campaign, onSaved, onCancel }: CampaignFormProps) {
  const { t } = useTranslation('campaigns');
  const form = useForm({ initialValues: beginWith(campaign) });
  const save = useCampaignAction((draft: Draft) =>
    campaign
      ? call('updateMarketingCampaign', { path: { id: campaign.id }, body: { ...draft, timezone: campaign.timezone } })
      : call('createMarketingCampaign', { body: draft }),
  );
  const onSubmit = form.onSubmit((fields) =>
    save.mutate(toDraft(fields), { onSuccess: onSaved, onError: (error) => form.setErrors(faultsIn(error)) }),
  );
  const rest = restOf(save.error);
  const { name, channelId, channelTemplateId } = form.values;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHelp')}
          required
          maxLength={160}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ChannelAndTemplate form={form} />
        <AudienceSource form={form} />
        <Pace form={form} />
        {rest && <Failure error={rest} />}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('shell:common.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={save.isPending}
            disabled={name.trim() === '' || channelId === '' || channelTemplateId === ''}
          >
            {t(campaign ? 'shell:common.save' : 'form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  form: Form<Fields>;
}

/** Channel and one of its templates. */
function ChannelAndTemplate({ form }: PartProps) {
  const { t } = useTranslation('campaigns');
  const { channelId, channelTemplateId } = form.values;
  const channels = useQuery(allChannelsQuery);
  const templates = useQuery(templatesQuery(channelId));
  const offered = templates.data?.data ?? [];
  useOnlyOption(channels.data?.data, channelId, (id) => form.setFieldValue('channelId', id));
  useOnlyOption(templates.data?.data, channelTemplateId, (id) => form.setFieldValue('channelTemplateId', id));
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('form.channel')}
          required
          data={channels.data?.data.map((one) => ({ value: one.id, label: one.name })) ?? []}
          {...form.getInputProps('channelId')}
          value={channelId || null}
          onChange={(chosen) => form.setValues({ channelId: chosen ?? '', channelTemplateId: '' })}
          allowDeselect={false}
        />
        <Select
          label={t('form.template')}
          required
          disabled={channelId === ''}
          data={offered.map((one) => ({ value: one.id, label: `${one.name} (${one.language})` }))}
          {...form.getInputProps('channelTemplateId')}
          value={channelTemplateId || null}
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

/** Source of the audience. */
function AudienceSource({ form }: PartProps) {
  const { t } = useTranslation('campaigns');
  return (
    <Radio.Group label={t('form.audience')} {...form.getInputProps('audienceSource')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="xs">
        {sources.map((one) => (
          <Choice key={one} value={one} label={t(`form.${one}`)} help={t(`form.${one}Help`)} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** Pace, and whether a reply stops the messages. */
function Pace({ form }: PartProps) {
  const { t } = useTranslation('campaigns');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NumberInput
        label={t('form.interval')}
        description={t('form.intervalHelp')}
        min={0.25}
        max={60}
        step={0.5}
        decimalScale={2}
        {...form.getInputProps('interval')}
      />
      <Switch
        mt={{ sm: 'xl' }}
        label={t('form.stopOnReply')}
        {...form.getInputProps('stopOnReply', { type: 'checkbox' })}
      />
    </SimpleGrid>
  );
}
