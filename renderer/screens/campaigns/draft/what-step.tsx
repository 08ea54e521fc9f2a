import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import type { Campaign, ChatTemplate } from '../queries.ts';
import { TemplateChoice } from '../template-choice.tsx';
import { useCampaignAction } from '../use-campaign-action.ts';
import { HeaderFileField, headerKindOf } from './header-file-field.tsx';
import { type Message, toMappings, withChanges } from './message.ts';
import { VariableFields } from './variable-fields.tsx';

interface WhatStepProps {
  campaign: Campaign;
  message: Message;
  /** The template of the campaign, once it is loaded. */
  template: ChatTemplate | undefined;
  onChange(message: Message): void;
  onSaved(): void;
}

/** The template, the file in its header and the values of its variables. Another template is stored at once. */
export function WhatStep({ campaign, message, template, onChange, onSaved }: WhatStepProps) {
  const { t } = useTranslation('campaigns');
  const [chosen, setChosen] = useState({
    channelId: campaign.channelId,
    channelTemplateId: campaign.channelTemplateId,
  });
  const path = { id: campaign.id };
  const choose = useCampaignAction((changes: typeof chosen) =>
    call('updateMarketingCampaign', { path, body: withChanges(campaign, { ...changes, mediaUrl: null }) }),
  );
  const save = useCampaignAction(async () => {
    const mediaUrl = message.headerFile?.url ?? null;
    if (mediaUrl !== campaign.mediaUrl) {
      await call('updateMarketingCampaign', { path, body: withChanges(campaign, { mediaUrl }) });
    }
    return call('replaceCampaignVariables', { path, body: { mappings: toMappings(message.rows) } });
  });
  const kind = headerKindOf(template);
  const isWhole = message.rows.every(({ value }) => value.trim() !== '') && (kind === null || message.headerFile);
  const fault = fieldsOf(save.error).mediaUrl;
  const rest = restOf(save.error, ['mediaUrl']) ?? choose.error;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: onSaved });
  };
  return (
    <Card title={t('steps.what')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <TemplateChoice
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              const isOther = next.channelTemplateId !== '' && next.channelTemplateId !== campaign.channelTemplateId;
              if (isOther) choose.mutate(next);
            }}
          />
          {kind && (
            <HeaderFileField
              kind={kind}
              value={message.headerFile}
              error={fault}
              onChange={(headerFile) => onChange({ ...message, headerFile })}
            />
          )}
          <VariableFields rows={message.rows} onChange={(rows) => onChange({ ...message, rows })} />
          {rest && <Failure error={rest} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!isWhole || template === undefined}>
              {t('steps.next')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
