import { Alert, Button, Group, List, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { ApiError } from '../../api/refusals.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { TimeField } from '../../components/form/time-field.tsx';
import { Card } from '../../components/page/page.tsx';
import { Time } from '../../components/values/time.tsx';
import { CampaignProgress, CampaignStatus } from './progress.tsx';
import { type Campaign, templateQuery } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

/** Progress of the campaign and the possible actions. */
export function ControlCard({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const [, navigate] = useLocation();
  const { id, status } = campaign;
  const path = { id };
  const act = useCampaignAction((run: () => Promise<Campaign>) => run());
  const remove = useCampaignAction(() => call('deleteMarketingCampaign', { path }));
  const copy = useCampaignAction(() => call('duplicateMarketingCampaign', { path }));
  const error = act.error ?? remove.error ?? copy.error;
  return (
    <Card title={t('control.title')}>
      <Stack>
        <Situation campaign={campaign} />
        <CampaignProgress campaign={campaign} />
        {error && <Refusal error={error} />}
        {status === 'DRAFT' && (
          <Start
            campaign={campaign}
            isPending={act.isPending}
            onStart={(body) => act.mutate(() => call('startMarketingCampaign', { path, body }))}
          />
        )}
        <Group gap="xs">
          <Steering campaign={campaign} isPending={act.isPending} onAct={act.mutate} />
          <Button
            variant="default"
            onClick={() => copy.mutate(undefined, { onSuccess: (made) => navigate(`/campaigns/${made.id}`) })}
            loading={copy.isPending}
          >
            {t('control.copy')}
          </Button>
          {(isEnded(status) || status === 'DRAFT') && (
            <ConfirmButton
              variant="subtle"
              color="red"
              question={t('control.deleteQuestion')}
              onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/campaigns') })}
              loading={remove.isPending}
            >
              {t('shell:common.delete')}
            </ConfirmButton>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

const isEnded = (status: Campaign['status']): boolean => ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status);

/** Status with its time and reason. */
function Situation({ campaign: { status, statusReason, holdReason, scheduledAt } }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation('campaigns');
  const reason = i18n.exists(`campaigns:reason.${statusReason}`) ? t(`reason.${statusReason}`) : statusReason;
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
  const pause = () => call('pauseMarketingCampaign', { path });
  const resume = () => call('resumeMarketingCampaign', { path, body: {} });
  const resumeFailed = () => call('resumeMarketingCampaign', { path, body: { scope: 'failed' } });
  const cancel = () => call('cancelMarketingCampaign', { path });
  return (
    <>
      {status === 'RUNNING' && (
        <Button variant="light" onClick={() => onAct(pause)} loading={isPending}>
          {t('control.pause')}
        </Button>
      )}
      {status === 'PAUSED' && (
        <Button onClick={() => onAct(resume)} loading={isPending}>
          {t('control.resume')}
        </Button>
      )}
      {status === 'PAUSED' && recipients.FAILED > 0 && (
        <Button variant="light" onClick={() => onAct(resumeFailed)} loading={isPending}>
          {t('control.resumeFailed', { count: recipients.FAILED })}
        </Button>
      )}
      {!isEnded(status) && status !== 'DRAFT' && (
        <ConfirmButton
          variant="subtle"
          color="red"
          question={t('control.cancelQuestion')}
          onConfirm={() => onAct(cancel)}
        >
          {t('control.cancel')}
        </ConfirmButton>
      )}
    </>
  );
}

interface StartProps {
  campaign: Campaign;
  isPending: boolean;
  onStart(body: Body<'startMarketingCampaign'>): void;
}

function Start({ campaign: { channelTemplateId, recipients, timezone }, isPending, onStart }: StartProps) {
  const { t } = useTranslation('campaigns');
  const template = useQuery(templateQuery(channelTemplateId));
  const [isLater, setIsLater] = useState(false);
  const [date, setDate] = useState('');
  const [time, setTime] = useState('09:00');
  const [reason, setReason] = useState('');
  const isMarketing = template.data?.category !== 'UTILITY' && template.data?.category !== 'AUTHENTICATION';
  const transactional = isMarketing ? {} : { transactional: { reason: reason.trim() } };
  const count = recipients.total - recipients.SKIPPED;
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <SegmentedControl
          aria-label={t('control.when')}
          data={['now', 'later'].map((value) => ({ value, label: t(`control.${value}`) }))}
          value={isLater ? 'later' : 'now'}
          onChange={(value) => setIsLater(value === 'later')}
        />
        {isLater && (
          <>
            <DateField
              label={t('control.at', { zone: timezone.replaceAll('_', ' ') })}
              value={date}
              onChange={setDate}
            />
            <TimeField label={t('control.time')} w={90} value={time} onChange={setTime} />
          </>
        )}
      </Group>
      {!isMarketing && (
        <TextInput
          label={t('control.transactional')}
          description={t('control.transactionalHelp')}
          required
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group>
        <ConfirmButton
          color="brand"
          question={t(isLater ? 'control.scheduleQuestion' : 'control.startQuestion', { count })}
          onConfirm={() => onStart({ ...transactional, ...(isLater ? { scheduledAt: `${date}T${time}` } : {}) })}
          loading={isPending}
          disabled={count === 0 || (!isMarketing && reason.trim() === '') || (isLater && (date === '' || time === ''))}
        >
          {t(isLater ? 'control.schedule' : 'control.start')}
        </ConfirmButton>
      </Group>
    </Stack>
  );
}

/** All reasons that prevent the start, at once. */
function Refusal({ error }: { error: Error }) {
  const { t, i18n } = useTranslation('campaigns');
  const faults = error instanceof ApiError && error.code === 'campaign_not_startable' ? error.faults : [];
  if (faults.length === 0) return <Failure error={error} />;
  const told = faults.map(({ code, message }) =>
    i18n.exists(`campaigns:refused.${code}`) ? t(`refused.${code}`) : message,
  );
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('control.notStarted')}>
      <List size="sm">
        {[...new Set(told)].map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
