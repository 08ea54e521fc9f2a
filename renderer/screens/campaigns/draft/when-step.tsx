import { Anchor, Button, Group, NumberInput, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { TimeField } from '../../../components/form/time-field.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { type Campaign, sendingRulesQuery } from '../queries.ts';
import { RulesDialog } from '../rules-dialog.tsx';
import { useCampaignAction } from '../use-campaign-action.ts';
import { withChanges } from './message.ts';

/** When it begins, in the time zone of the campaign. */
export interface When {
  isLater: boolean;
  /** YYYY-MM-DD; empty until it can be read. */
  date: string;
  /** HH:MM; empty until it can be read. */
  time: string;
}

export const now: When = { isLater: false, date: '', time: '09:00' };

/** Whether the moment is whole. */
export const isSet = ({ isLater, date, time }: When): boolean => !isLater || (date !== '' && time !== '');

/** The moment as the server reads it; undefined: now. */
export const momentOf = ({ isLater, date, time }: When): string | undefined =>
  isLater ? `${date}T${time}` : undefined;

interface WhenStepProps {
  campaign: Campaign;
  when: When;
  onChange(when: When): void;
  onNext(): void;
}

const defaultSeconds = 3;

/** Now or later, how fast, and whether a reply ends it. */
export function WhenStep({ campaign, when, onChange, onNext }: WhenStepProps) {
  const { t } = useTranslation('campaigns');
  const [interval, setInterval] = useState<number | string>(campaign.sendIntervalMs / 1_000);
  const [stopOnReply, setStopOnReply] = useState(campaign.stopOnReply);
  const sendIntervalMs = Math.round((interval === '' ? defaultSeconds : Number(interval)) * 1_000);
  const isChanged = sendIntervalMs !== campaign.sendIntervalMs || stopOnReply !== campaign.stopOnReply;
  const save = useCampaignAction(() =>
    call('updateMarketingCampaign', {
      path: { id: campaign.id },
      body: withChanges(campaign, { sendIntervalMs, stopOnReply }),
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate(undefined, { onSuccess: onNext });
    else onNext();
  };
  const rest = restOf(save.error, ['sendIntervalMs']);
  return (
    <Card title={t('steps.when')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Group align="flex-end" gap="sm">
            <SegmentedControl
              aria-label={t('steps.when')}
              data={['now', 'later'].map((value) => ({ value, label: t(`control.${value}`) }))}
              value={when.isLater ? 'later' : 'now'}
              onChange={(value) => onChange({ ...when, isLater: value === 'later' })}
            />
            {when.isLater && (
              <>
                <DateField
                  label={t('control.at', { zone: campaign.timezone.replaceAll('_', ' ') })}
                  value={when.date}
                  onChange={(date) => onChange({ ...when, date })}
                />
                <TimeField
                  label={t('control.time')}
                  w={90}
                  value={when.time}
                  onChange={(time) => onChange({ ...when, time })}
                />
              </>
            )}
          </Group>
          <Hours />
          <NumberInput
            label={t('form.interval')}
            description={t('form.intervalHelp')}
            min={0.25}
            max={60}
            step={0.5}
            decimalScale={2}
            maw={320}
            error={fieldsOf(save.error).sendIntervalMs}
            value={interval}
            onChange={setInterval}
          />
          <Switch
            label={t('form.stopOnReply')}
            checked={stopOnReply}
            onChange={(event) => setStopOnReply(event.currentTarget.checked)}
          />
          {rest && <Failure error={rest} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!isSet(when)}>
              {t('steps.next')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** The hours in which campaigns may be sent, and where to change them. */
function Hours() {
  const { t } = useTranslation('campaigns');
  const rules = useQuery(sendingRulesQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (!rules.data) return null;
  const { sendingHours } = rules.data;
  return (
    <Text size="sm" c="dimmed">
      {sendingHours ? t('when.hours', { ...sendingHours }) : t('when.anyHour')}{' '}
      <Anchor component="button" type="button" onClick={() => setIsOpen(true)}>
        {t('when.change')}
      </Anchor>
      <RulesDialog opened={isOpen} onClose={() => setIsOpen(false)} />
    </Text>
  );
}
