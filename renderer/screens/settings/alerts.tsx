import { Alert, Button, Checkbox, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlertChoices } from '../../alerts/alert-choices.ts';
import { ring } from '../../alerts/bell.ts';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { TimeField } from '../../components/form/time-field.tsx';
import { useSave } from '../../components/form/use-save.ts';
import { Card } from '../../components/page/page.tsx';
import { askForNotifications, notificationState } from '../../reserved/notifications.ts';
import { useConsole } from '../../session.ts';
import { desktop } from './desktop.ts';

type Settings = Result<'getAlertSettings'>;

const settingsQuery = operationQuery('getAlertSettings');
const minuteChoices = [2, 5, 10, 15, 30, 60];
const firstQuietHours = { from: '22:00', to: '08:00' };

/** How this device and the shop call people to customers who wait. */
export function AlertsSection() {
  const { user } = useConsole();
  return (
    <>
      <DeviceCard />
      {user.role === 'owner' && <Loaded query={settingsQuery}>{(settings) => <ShopCard settings={settings} />}</Loaded>}
    </>
  );
}

function DeviceCard() {
  const { t } = useTranslation('settings');
  const [choices, setChoices] = useAlertChoices();
  return (
    <Card title={t('alerts.device')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('alerts.deviceHelp')}
        </Text>
        <Group justify="space-between">
          <Switch
            label={t('alerts.rings')}
            checked={choices.rings}
            onChange={({ currentTarget: { checked } }) => setChoices({ ...choices, rings: checked })}
          />
          <Button variant="default" size="xs" onClick={() => ring(1)}>
            {t('alerts.try')}
          </Button>
        </Group>
        {desktop() ? (
          <Text size="sm">{t('alerts.byShell')}</Text>
        ) : (
          <NotifiesSwitch
            isOn={choices.notifies}
            onChange={(notifies) => setChoices((present) => ({ ...present, notifies }))}
          />
        )}
      </Stack>
    </Card>
  );
}

/** Turns notifications on; the browser asks for its permission then. */
function NotifiesSwitch({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) {
  const { t } = useTranslation('settings');
  const [state, setState] = useState(notificationState);
  const change = async (wanted: boolean) => {
    const answer = wanted ? await askForNotifications() : notificationState();
    setState(answer);
    onChange(wanted && answer === 'granted');
  };
  const isPossible = state !== 'reserved' && state !== 'absent';
  return (
    <>
      <Switch
        label={t('alerts.notifies')}
        description={isPossible ? undefined : t(`alerts.${state}`)}
        disabled={!isPossible}
        checked={isOn && state === 'granted'}
        onChange={({ currentTarget: { checked } }) => change(checked)}
      />
      {state === 'denied' && <Alert color="orange">{t('alerts.blocked')}</Alert>}
    </>
  );
}

function ShopCard({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const save = useSave(settingsQuery.queryKey, (body: Settings) => call('setAlertSettings', { body }), {
    isSeen: true,
  });
  const shown = save.isPending ? save.variables : settings;
  const change = (changes: Partial<Settings>) => save.mutate({ ...shown, ...changes });
  const minutes = (count: number) => ({ value: String(count), label: t('alerts.minutes', { count }) });
  const { overdueMinutes } = shown;
  const offered = [...new Set([...minuteChoices, overdueMinutes ?? minuteChoices[0] ?? 1])].sort((a, b) => a - b);
  return (
    <Card title={t('alerts.shop')}>
      <Stack>
        <Select
          label={t('alerts.overdue')}
          data={[{ value: '', label: t('alerts.never') }, ...offered.map(minutes)]}
          value={String(overdueMinutes ?? '')}
          maw={260}
          allowDeselect={false}
          onChange={(chosen) => change({ overdueMinutes: chosen ? Number(chosen) : null })}
        />
        <QuietHours hours={shown.quietHours} onChange={(quietHours) => change({ quietHours })} />
        <ChannelChoice muted={shown.mutedChannelIds} onChange={(mutedChannelIds) => change({ mutedChannelIds })} />
      </Stack>
    </Card>
  );
}

type Hours = Settings['quietHours'];

/** The times are saved when the field is left: half a time is a time too, such as 2 of 21:30. */
function QuietHours({ hours, onChange }: { hours: Hours; onChange(hours: Hours): void }) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState<Partial<NonNullable<Hours>>>({});
  const save = () => {
    setTyped({});
    if (hours && Object.values(typed).some((time) => time !== '')) onChange({ ...hours, ...typed });
  };
  return (
    <Stack gap="xs">
      <Switch
        label={t('alerts.quiet')}
        description={t('alerts.quietHelp')}
        checked={hours !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? firstQuietHours : null)}
      />
      {hours && (
        <Group onBlur={save}>
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={t(`alerts.${end}`)}
              w={110}
              value={typed[end] ?? hours[end]}
              onChange={(time) => setTyped({ [end]: time })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

function ChannelChoice({ muted, onChange }: { muted: string[]; onChange(muted: string[]): void }) {
  const { t } = useTranslation('settings');
  const { data } = useQuery(operationQuery('listChannels', { query: {} }));
  const channels = data?.data ?? [];
  if (channels.length === 0) return null;
  return (
    <Checkbox.Group
      label={t('alerts.channels')}
      value={channels.map(({ id }) => id).filter((id) => !muted.includes(id))}
      onChange={(chosen) => onChange(channels.map(({ id }) => id).filter((id) => !chosen.includes(id)))}
    >
      <Stack gap="xs" mt="xs">
        {channels.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
