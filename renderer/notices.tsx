import { Badge, Button, Group, Text } from '@mantine/core';
import { IconDatabaseExclamation, IconDatabaseX, IconHourglassOff, IconPlayerPause } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SendingState } from '../server/areas/owner/backups.schemas.ts';
import type { Notices } from '../server/areas/owner/notices.schemas.ts';
import { api } from './api.ts';
import { ConfirmButton } from './components/confirm-button.tsx';
import { notifyFailure } from './components/notify.ts';
import { useConsole } from './session.ts';

export const noticesKey = ['notices'];
/** No event tells of a pause or a full disk. */
const lookEveryMs = 15_000;

/** What every screen has to tell; undefined until it is known. */
export const useNotices = (): Notices | undefined =>
  useQuery({
    queryKey: noticesKey,
    queryFn: () => api.get<Notices>('/owner/notices'),
    refetchInterval: lookEveryMs,
  }).data;

/** Pauses sending, or lets it go on. */
export function useSending() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => api.post<SendingState>('/owner/sending', { paused }),
    onSuccess: ({ reason }) => {
      client.setQueryData<Notices>(noticesKey, (known) => known && { ...known, sendingPaused: reason });
      return client.invalidateQueries({ queryKey: ['today'] });
    },
    onError: notifyFailure,
  });
}

/** Strips above the screen: sending is paused, the disk is full, the database is damaged, the trial is over. */
export function NoticeStrips() {
  const { t } = useTranslation();
  const notices = useNotices();
  const sending = useSending();
  if (!notices) return null;
  const { sendingPaused, diskFull, databaseDamage, trialEnded } = notices;
  return (
    <div>
      {diskFull && (
        <Strip color="red" icon={<IconDatabaseExclamation size={18} aria-hidden />} text={t('notices.diskFull')}>
          <Button component={Link} href="/settings/storage" size="compact-sm" variant="default">
            {t('notices.openStorage')}
          </Button>
        </Strip>
      )}
      {databaseDamage !== null && (
        <Strip
          color="red"
          icon={<IconDatabaseX size={18} aria-hidden />}
          text={t('notices.databaseDamaged', { found: databaseDamage })}
        >
          <Button component={Link} href="/settings/backups" size="compact-sm" variant="default">
            {t('notices.openBackups')}
          </Button>
        </Strip>
      )}
      {sendingPaused !== null && (
        <Strip
          color="orange"
          icon={<IconPlayerPause size={18} aria-hidden />}
          text={t(sendingPaused === 'restored' ? 'notices.pausedRestored' : 'notices.paused')}
        >
          <ConfirmButton
            size="compact-sm"
            color="brand"
            question={t('notices.resumeQuestion')}
            onConfirm={() => sending.mutate(false)}
            loading={sending.isPending}
          >
            {t('notices.resume')}
          </ConfirmButton>
        </Strip>
      )}
      {trialEnded && (
        <Strip color="orange" icon={<IconHourglassOff size={18} aria-hidden />} text={t('notices.trialEnded')}>
          <Button component={Link} href="/settings/limits" size="compact-sm" variant="default">
            {t('notices.openTrial')}
          </Button>
        </Strip>
      )}
    </div>
  );
}

interface StripProps {
  color: 'red' | 'orange';
  icon: ReactNode;
  text: string;
  children: ReactNode;
}

function Strip({ color, icon, text, children }: StripProps) {
  return (
    <Group
      className="fd-strip"
      role="status"
      gap="sm"
      bg={`var(--mantine-color-${color}-light)`}
      c={`var(--mantine-color-${color}-light-color)`}
    >
      {icon}
      <Text size="sm" fw={500} style={{ flex: '1 1 220px' }}>
        {text}
      </Text>
      {children}
    </Group>
  );
}

/** Shown where the demo shop is looked at, so that nobody takes it for the real one. */
export function DemoBadge() {
  const { t } = useTranslation();
  const { workspace } = useConsole();
  if (useNotices()?.demoWorkspaceId !== workspace.id) return null;
  return (
    <Badge color="violet" variant="light" radius="sm" tt="none" style={{ flexShrink: 0 }} title={t('notices.demoHelp')}>
      {t('notices.demo')}
    </Badge>
  );
}
