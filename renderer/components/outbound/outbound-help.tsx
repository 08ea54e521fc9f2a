import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Failure } from '../feedback/failure.tsx';
import { notifyDone } from '../feedback/notify.ts';
import { hostPortOf } from './host-port.ts';

interface OutboundHelpProps {
  url: string;
  /** Detail of the server's problem. */
  detail?: string;
  onAllowed(): void;
}

/** Explains why an address was rejected and lets the owner allow it. */
export function OutboundHelp({ url, detail, onAllowed }: OutboundHelpProps) {
  const { t } = useTranslation('webhooks');
  const hostPort = hostPortOf(url);
  const allow = useMutation({
    mutationFn: () => call('allowOutbound', { body: { entry: hostPort } }),
    onSuccess: () => {
      notifyDone(t('outbound.allowed', { hostPort }));
      onAllowed();
    },
  });
  const place = useRef<HTMLDivElement>(null);
  // Braces, because newer browsers return a promise here, which is not a clean-up function.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert ref={place} color="orange" icon={<IconShieldLock aria-hidden />} title={t('outbound.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('outbound.why', { hostPort })}</Text>
        <Text size="sm">{t('outbound.never')}</Text>
        {detail !== undefined && <Text size="xs">{detail}</Text>}
        {allow.error && <Failure error={allow.error} />}
        <Button size="xs" onClick={() => allow.mutate()} loading={allow.isPending}>
          {t('outbound.allow', { hostPort })}
        </Button>
      </Stack>
    </Alert>
  );
}
