import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { fieldsOf, restOf } from '../../components/form/use-save.ts';
import { useBegun } from '../../kept/use-kept.ts';
import type { Campaign } from './queries.ts';
import { type Chosen, TemplateChoice } from './template-choice.tsx';
import { useCampaignAction } from './use-campaign-action.ts';

interface NewCampaignProps {
  /** What it begins with. */
  chosen: Chosen;
  onMade(campaign: Campaign): void;
  onCancel(): void;
}

/** Name, channel and template of a new draft; the rest follows in its steps. */
export function NewCampaign({ chosen: begun, onMade, onCancel }: NewCampaignProps) {
  const { t } = useTranslation('campaigns');
  const [name, setName, nameBegun] = useBegun('campaign.new', '');
  const [chosen, setChosen] = useState(begun);
  const make = useCampaignAction(() =>
    call('createMarketingCampaign', { body: { ...chosen, name: name.trim(), audienceSource: 'CSV' } }),
  );
  const errors = fieldsOf(make.error);
  const rest = restOf(make.error);
  const isReady = name.trim() !== '' && chosen.channelId !== '' && chosen.channelTemplateId !== '';
  const cancel = () => {
    nameBegun.forget();
    onCancel();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) {
      make.mutate(undefined, {
        onSuccess(campaign) {
          nameBegun.forget();
          onMade(campaign);
        },
      });
    }
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHelp')}
          required
          maxLength={160}
          data-autofocus
          error={errors.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TemplateChoice value={chosen} errors={errors} onChange={setChosen} />
        {rest && <Failure error={rest} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending} disabled={!isReady}>
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
