import { Alert, Anchor, Group, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { useSave } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { CopyField } from '../../../components/values/copy-field.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useConsole } from '../../../session.ts';
import { type LanState, lanQuery } from '../queries.ts';

/** Whether other devices in the local network can open the console, and at which addresses. */
export function LanCard({ state }: { state: LanState }) {
  const { t } = useTranslation('settings');
  const { isRemote } = useConsole();
  const { enabled, isForced, tls, addresses, mdnsName, passphraseSet, fault } = state;
  const change = useSave(lanQuery.queryKey, (body: Body<'changeLan'>) => call('changeLan', { body }), {
    isSeen: true,
  });
  const wanted = { enabled, tls, ...(change.isPending ? change.variables : {}) };
  // Disabling the network from another machine would lock out its user.
  const isFixed = isForced || isRemote;
  const help = isForced ? t('lan.forced') : isRemote ? t('lan.fromElsewhere') : t('lan.enabledHelp');
  return (
    <Card title={t('lan.title')}>
      <Stack>
        <Switch
          label={t('lan.enabled')}
          description={help}
          checked={wanted.enabled}
          disabled={isFixed}
          onChange={(event) => change.mutate({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label={t('lan.tls')}
          description={t('lan.tlsHelp')}
          checked={wanted.tls}
          disabled={isRemote}
          onChange={(event) => change.mutate({ tls: event.currentTarget.checked })}
        />
        {!isRemote && (
          <Text size="sm" c="dimmed">
            {t('lan.here', { url: window.location.origin })}
          </Text>
        )}
        {fault !== null && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('lan.fault')}>
            {fault}
          </Alert>
        )}
        {enabled && !passphraseSet && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
            {t('lan.noPassphrase')}{' '}
            <Anchor component={Link} href="/settings/me" inherit>
              {t('lan.setPassphrase')}
            </Anchor>
          </Alert>
        )}
        {enabled && addresses.length === 0 && fault === null && <Text size="sm">{t('lan.noAddress')}</Text>}
        {addresses.map(({ url, qrSvg }) => (
          <Address key={url} url={url} qrSvg={qrSvg} />
        ))}
        {mdnsName !== null && (
          <Text size="sm" c="dimmed">
            {t('lan.mdns', { name: mdnsName })}
          </Text>
        )}
        {enabled && tls && <Certificate state={state} />}
      </Stack>
    </Card>
  );
}

function Address({ url, qrSvg }: LanState['addresses'][number]) {
  const { t } = useTranslation('settings');
  return (
    <Group gap="lg" align="center">
      <img className="fd-qr" src={`data:image/svg+xml;utf8,${encodeURIComponent(qrSvg)}`} alt={t('lan.qr', { url })} />
      <Stack gap={6} style={{ flex: '1 1 240px' }}>
        <CopyField label={t('lan.address')} value={url} />
        <Text size="sm" c="dimmed">
          {t('lan.scan')}
        </Text>
      </Stack>
    </Group>
  );
}

function Certificate({ state: { fingerprint, certificateEndsAt } }: { state: LanState }) {
  const { t } = useTranslation('settings');
  const renew = useSave(lanQuery.queryKey, () => call('renewLanCertificate'));
  if (fingerprint === null) return null;
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm" fw={600}>
        {t('lan.fingerprint')}
      </Text>
      <Text className="fd-fingerprint">{fingerprint}</Text>
      <Text size="sm" c="dimmed">
        {t('lan.fingerprintHelp')}
        {certificateEndsAt !== null && (
          <>
            {` ${t('lan.certificateEnds')} `}
            <Time at={certificateEndsAt} style="day" />
          </>
        )}
      </Text>
      <ConfirmButton
        size="xs"
        variant="default"
        color="brand"
        question={t('lan.renewQuestion')}
        onConfirm={() => renew.mutate()}
        loading={renew.isPending}
      >
        {t('lan.renew')}
      </ConfirmButton>
    </Stack>
  );
}
