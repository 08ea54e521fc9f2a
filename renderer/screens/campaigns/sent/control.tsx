import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { Card } from '../../../components/page/page.tsx';
import { Time } from '../../../components/values/time.tsx';
import { CampaignProgress, CampaignStatus } from '../progress.tsx';
import type { Campaign } from '../queries.ts';
import { Refusal } from '../refusal.tsx';
import { useCampaignAction } from '../use-campaign-action.ts';

type Scope = NonNullable<Body<'resumeMarketingCampaign'>['scope']>;

/** Where a started campaign stands, and what can be done with it. */
export function Control({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const act = useCampaignAction((run: () => Promise<Campaign>) => run());
  return (
    <Card title={t('control.title')}>
      <Stack>
        <Situation campaign={campaign} />
        <CampaignProgress campaign={campaign} />
        {act.error && <Refusal error={act.error} />}
        <Group gap="xs">
          <Steering campaign={campaign} isPending={act.isPending} onAct={act.mutate} />
        </Group>
      </Stack>
    </Card>
  );
}

const isEnded = (status: Campaign['status']): boolean => ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status);

/** Status with its time and reason. */
function Situation({ campaign: { status, statusReason, holdReason, scheduledAt } }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation('campaigns');
  const name = /^-?\d+$/.test(statusReason ?? '') ? 'unlisted' : statusReason;
  const reason = i18n.exists(`campaigns:reason.${name}`) ? t(`reason.${name}`, { code: statusReason }) : statusReason;
  return (
    <Group gap="sm">
      <CampaignStatus status={status} />
      {status === 'SCHEDULED' && scheduledAt !== null && (
        <Text size="sm">
          {t('control.begins')} <Time at={scheduledAt} />
        </Text>
      )}
      {statusReason !== null && <Text size="sm">{reason}</Text>}
      {holdReason !== null && <Text size="sm">{t(`hold.${holdReason}`)}</Text>}
    </Group>
  );
}

interface SteeringProps {
  campaign: Campaign;
  isPending: boolean;
  onAct(act: () => Promise<Campaign>): void;
}

/** Pauses, resumes or cancels a started campaign. */
function Steering({ campaign: { id, status, recipients }, isPending, onAct }: SteeringProps) {
  const { t } = useTranslation('campaigns');
  const path = { id };
  const resume = (scope: Scope) => onAct(() => call('resumeMarketingCampaign', { path, body: { scope } }));
  const { FAILED: failed, UNKNOWN: unknown } = recipients;
  return (
    <>
      {status === 'RUNNING' && (
        <Button
          variant="light"
          onClick={() => onAct(() => call('pauseMarketingCampaign', { path }))}
          loading={isPending}
        >
          {t('control.pause')}
        </Button>
      )}
      {status === 'PAUSED' && (
        <Button onClick={() => resume('pending')} loading={isPending}>
          {t('control.resume')}
        </Button>
      )}
      {(status === 'PAUSED' || status === 'COMPLETED') && failed + unknown > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />} loading={isPending}>
              {t('control.again')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {failed > 0 && (
              <Menu.Item onClick={() => resume('failed')}>{t('control.resumeFailed', { count: failed })}</Menu.Item>
            )}
            {unknown > 0 && (
              <Menu.Item onClick={() => resume('all_unsent')}>
                {t('control.resumeUnsent', { count: failed + unknown })}
                <Text size="xs" c="dimmed">
                  {t('control.resumeUnsentHelp')}
                </Text>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {!isEnded(status) && (
        <ConfirmButton
          variant="subtle"
          color="red"
          question={t('control.cancelQuestion')}
          onConfirm={() => onAct(() => call('cancelMarketingCampaign', { path }))}
        >
          {t('control.cancel')}
        </ConfirmButton>
      )}
    </>
  );
}
