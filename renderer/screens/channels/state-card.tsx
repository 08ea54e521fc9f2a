import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { Card } from '../../components/page/page.tsx';
import { ChannelStatus } from '../../components/values/channel-status.tsx';
import { formatPhone } from '../../components/values/phone.ts';
import { useServerText } from '../../components/values/server-text.tsx';
import { Time } from '../../components/values/time.tsx';
import { pairsByQr } from './kind.ts';
import type { Channel } from './queries.ts';
import { useChannelAction } from './use-channel-action.ts';

/** State of the channel with an explanation. */
export function StateCard({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const { id, status, statusReason, phoneNumber, connectedAt, driver } = channel;
  const isConnected = status === 'CONNECTED' || status === 'DEGRADED';
  const isSimulated = driver === 'simulator';
  const serverText = useServerText();
  const unlink = useChannelAction(() =>
    isSimulated ? call('unlinkSimulator', { path: { id } }) : call('logoutChannel', { path: { id } }),
  );
  return (
    <Card title={t('state.title')} actions={<Rename channel={channel} />}>
      <Stack gap="sm">
        <Group gap="sm">
          <ChannelStatus status={status} />
          <Text size="sm">{t(`state.${status}`)}</Text>
        </Group>
        {statusReason !== null && !isSimulated && (
          <Text size="sm" c="dimmed">
            {t('state.said', { reason: serverText(statusReason) })}
          </Text>
        )}
        <Facts phoneNumber={phoneNumber} connectedAt={isConnected ? connectedAt : null} />
        {isConnected && (
          <Group gap="xs">
            {isSimulated && (
              <Button component={Link} href={`/simulator/${id}`} size="xs">
                {t('state.openPhone')}
              </Button>
            )}
            {pairsByQr(channel) && (
              <ConfirmButton
                size="xs"
                variant="default"
                question={t('state.unlinkQuestion')}
                onConfirm={() => unlink.mutate()}
                loading={unlink.isPending}
              >
                {t('state.unlink')}
              </ConfirmButton>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/** Number, and the time of connection while connected. */
function Facts({ phoneNumber, connectedAt }: Pick<Channel, 'phoneNumber' | 'connectedAt'>) {
  const { t } = useTranslation('channels');
  return (
    <Group gap="xl">
      <div>
        <Text size="xs" c="dimmed">
          {t('state.number')}
        </Text>
        <Text size="sm">{phoneNumber === null ? t('noNumber') : formatPhone(phoneNumber)}</Text>
      </div>
      {connectedAt !== null && (
        <div>
          <Text size="xs" c="dimmed">
            {t('state.since')}
          </Text>
          <Text size="sm">
            <Time at={connectedAt} />
          </Text>
        </div>
      )}
    </Group>
  );
}

function Rename({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState(channel.name);
  const rename = useChannelAction(() => call('renameChannel', { path: { id: channel.id }, body: { name } }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(undefined, { onSuccess: () => setIsOpen(false) });
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withArrow shadow="md" position="bottom-end">
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(!isOpen)}>
          {t('state.rename')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown w={280} aria-label={t('state.rename')}>
        <form onSubmit={onSubmit}>
          <Stack gap="xs">
            <TextInput
              label={t('create.name')}
              maxLength={120}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" loading={rename.isPending} disabled={name.trim().length < 2}>
              {t('shell:common.save')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
