import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { fieldsOf } from '../../components/form/use-save.ts';
import { withChanges } from './draft/message.ts';
import type { Campaign } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

/** Renames a draft. */
export function CampaignName({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useCampaignAction((name: string) =>
    call('updateMarketingCampaign', { path: { id: campaign.id }, body: withChanges(campaign, { name }) }),
  );
  const close = () => setTyped(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate((typed ?? '').trim(), { onSuccess: close });
  };
  return (
    <Popover opened={typed !== null} onChange={close} trapFocus withArrow shadow="md" position="bottom-end">
      <Popover.Target>
        <Button variant="default" onClick={() => setTyped(campaign.name)}>
          {t('form.rename')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput
              label={t('form.name')}
              maxLength={160}
              data-autofocus
              error={rename.error && (fieldsOf(rename.error).name ?? rename.error.message)}
              value={typed ?? ''}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={rename.isPending} disabled={(typed ?? '').trim() === ''}>
                {t('shell:common.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
