import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { Card } from '../../components/page/page.tsx';
import { CopyField } from '../../components/values/copy-field.tsx';
import { CloudForm, type SavedCredentials } from './cloud-form.tsx';
import { type Channel, type Credentials, credentialsQuery } from './queries.ts';
import { useChannelAction } from './use-channel-action.ts';

const inboundColors = { verified: 'green', unverified: 'orange', unreachable: 'red' } as const;

/** Credentials of a cloud API channel and the values to paste at the vendor. */
export function CloudCard({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const client = useQueryClient();
  const credentials = useQuery(credentialsQuery(channel.id));
  const [isEditing, setIsEditing] = useState(false);
  const [saved, setSaved] = useState<SavedCredentials | null>(null);
  const onSaved = (fresh: SavedCredentials) => {
    setSaved(fresh);
    setIsEditing(false);
    invalidate(client, reads.channels);
  };
  return (
    <Card title={t('cloud.title')}>
      {credentials.isPending && <Loading size="sm" />}
      {credentials.error && <Failure error={credentials.error} onRetry={credentials.refetch} />}
      {credentials.data !== undefined &&
        (isEditing ? (
          <CloudForm
            channelId={channel.id}
            present={credentials.data}
            onSaved={onSaved}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <Stack>
            {saved && <Paste saved={saved} />}
            {credentials.data ? (
              <Known credentials={credentials.data} onEdit={() => setIsEditing(true)} />
            ) : (
              <Group justify="space-between">
                <Text size="sm">{t('cloud.none')}</Text>
                <Button onClick={() => setIsEditing(true)}>{t('cloud.enter')}</Button>
              </Group>
            )}
          </Stack>
        ))}
    </Card>
  );
}

function Known({ credentials, onEdit }: { credentials: Credentials; onEdit(): void }) {
  const { t } = useTranslation('channels');
  const { channelId, inbound, webhookUrl, phoneNumberId, wabaId, accessTokenLast4 } = credentials;
  const forget = useChannelAction(() => call('deleteCloudCredentials', { path: { id: channelId } }));
  const facts = [
    [t('cloud.phoneNumberId'), phoneNumberId],
    [t('cloud.wabaId'), wabaId],
    [t('cloud.tokenEnds'), `…${accessTokenLast4}`],
  ];
  return (
    <Stack>
      <Alert color={inboundColors[inbound]}>{t(`cloud.inbound.${inbound}`)}</Alert>
      {webhookUrl === null ? (
        <Text size="sm">{t('cloud.noUrl')}</Text>
      ) : (
        <CopyField label={t('cloud.callbackUrl')} value={webhookUrl} />
      )}
      <Group gap="xl">
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text size="sm" ff="monospace">
              {value}
            </Text>
          </div>
        ))}
      </Group>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onEdit}>
          {t('cloud.edit')}
        </Button>
        <ConfirmButton
          size="xs"
          variant="light"
          color="red"
          question={t('cloud.forgetQuestion')}
          onConfirm={() => forget.mutate()}
          loading={forget.isPending}
        >
          {t('cloud.forget')}
        </ConfirmButton>
      </Group>
    </Stack>
  );
}

/** Shown after saving, because the verify token is returned only once. */
function Paste({ saved }: { saved: SavedCredentials }) {
  const { t } = useTranslation('channels');
  return (
    <Alert color="brand" title={t('cloud.pasteTitle')}>
      <Stack gap="sm">
        <Text size="sm">{saved.webhookUrl === null ? t('cloud.noUrl') : t('cloud.pasteHelp')}</Text>
        {saved.webhookUrl !== null && <CopyField label={t('cloud.callbackUrl')} value={saved.webhookUrl} />}
        <CopyField label={t('cloud.shownToken')} value={saved.verifyToken} />
        <Text size="xs">{t('cloud.onceHelp')}</Text>
      </Stack>
    </Alert>
  );
}
