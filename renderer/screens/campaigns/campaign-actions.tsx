import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import type { Campaign } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

/** What can be done with any campaign; only a draft can be deleted. */
export function CampaignActions({ campaign: { id, status } }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const [, navigate] = useLocation();
  const path = { id };
  const remove = useCampaignAction(() => call('deleteMarketingCampaign', { path }));
  const copy = useCampaignAction(() => call('duplicateMarketingCampaign', { path }));
  return (
    <>
      <Button
        variant="default"
        onClick={() =>
          copy.mutate(undefined, { onSuccess: (made) => navigate(`/campaigns/${made.id}`), onError: notifyFailure })
        }
        loading={copy.isPending}
      >
        {t('control.copy')}
      </Button>
      {status === 'DRAFT' && (
        <ConfirmButton
          variant="subtle"
          color="red"
          question={t('control.deleteQuestion')}
          onConfirm={() =>
            remove.mutate(undefined, { onSuccess: () => navigate('/campaigns'), onError: notifyFailure })
          }
          loading={remove.isPending}
        >
          {t('shell:common.delete')}
        </ConfirmButton>
      )}
    </>
  );
}
