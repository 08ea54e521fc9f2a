import { Button, Group, Loader, Text } from '@mantine/core';
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconDatabaseExclamation,
  IconDatabaseX,
  IconHourglassOff,
  IconMessageExclamation,
  IconMoon,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from './api/client.ts';
import { invalidate } from './api/query.ts';
import { useServerState } from './api/server-state.ts';
import { notifyFailure } from './components/feedback/notify.ts';
import { ConfirmButton } from './components/form/confirm-button.tsx';
import { useFormats } from './components/values/use-formats.ts';
import { useUnsent } from './kept/outgoing.ts';
import { type Notices, noticesQuery, useNotices } from './notices-query.ts';
import { useIsOwner } from './session.ts';

/** Lazy, because it is rarely needed. */
const SetAsideModal = lazy(() => import('./set-aside.tsx'));

/** Mutation that pauses (`true`) or resumes sending. */
export function useSending() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => call('setSending', { body: { paused } }),
    onSuccess: ({ reason }) => {
      client.setQueryData(noticesQuery.queryKey, (known) => known && { ...known, sendingPaused: reason });
      return invalidate(client, ['getToday']);
    },
    onError: notifyFailure,
  });
}

/** Strips above the screen, for example when the server is away, sending is paused or the disk is full. */
export const NoticeStrips = () => (
  <div>
    <ServerStrip />
    <UnsentStrip />
    <ShopStrips />
  </div>
);

const awayForMs = 1_000;

/** Tells that the server is away, or was updated while this page was open. */
function ServerStrip() {
  const { t } = useTranslation();
  const { isAway, isReplaced } = useServerState();
  const [isAwayLong] = useDebouncedValue(isAway, awayForMs);
  if (isAway && isAwayLong) {
    return <Strip color="orange" icon={<Loader size={16} color="orange" aria-hidden />} text={t('notices.away')} />;
  }
  if (!isReplaced) return null;
  return (
    <Strip color="blue" icon={<IconRefresh size={18} aria-hidden />} text={t('notices.updated')}>
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        {t('broken.reload')}
      </Button>
    </Strip>
  );
}

/** Shows that messages of this person were not sent, except in their own conversation, which shows it anyway. */
function UnsentStrip() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const unsent = useUnsent().filter(({ conversationId }) => path !== `/inbox/${conversationId}`);
  const [first] = unsent;
  if (!first) return null;
  return (
    <Strip
      color="red"
      icon={<IconMessageExclamation size={18} aria-hidden />}
      text={t('notices.unsent', { count: unsent.length })}
    >
      <Button component={Link} href={`/inbox/${first.conversationId}`} size="compact-sm" variant="default">
        {t('notices.openUnsent')}
      </Button>
    </Strip>
  );
}

const pauseTexts = {
  owner: 'notices.paused',
  restored: 'notices.pausedRestored',
  moved: 'notices.pausedMoved',
} as const;

function ShopStrips() {
  const { t } = useTranslation();
  const notices = useNotices();
  const sending = useSending();
  if (!notices) return null;
  const { sendingPaused, movedFrom, diskFull, databaseDamage, trialEnded } = notices;
  return (
    <>
      {diskFull && (
        <OwnerStrip color="red" icon={<IconDatabaseExclamation size={18} aria-hidden />} text={t('notices.diskFull')}>
          <Button component={Link} href="/settings/storage" size="compact-sm" variant="default">
            {t('notices.openStorage')}
          </Button>
        </OwnerStrip>
      )}
      {databaseDamage !== null && (
        <OwnerStrip
          color="red"
          icon={<IconDatabaseX size={18} aria-hidden />}
          text={t('notices.databaseDamaged', { found: databaseDamage })}
        >
          <Button component={Link} href="/settings/backups" size="compact-sm" variant="default">
            {t('notices.openBackups')}
          </Button>
        </OwnerStrip>
      )}
      {sendingPaused !== null && (
        <OwnerStrip
          color="orange"
          icon={<IconPlayerPause size={18} aria-hidden />}
          text={t(pauseTexts[sendingPaused], { machine: movedFrom?.machineName, place: movedFrom?.path })}
        >
          <ConfirmButton
            size="compact-sm"
            color="brand"
            question={t(sendingPaused === 'moved' ? 'notices.movedQuestion' : 'notices.resumeQuestion')}
            onConfirm={() => sending.mutate(false)}
            loading={sending.isPending}
          >
            {t(sendingPaused === 'moved' ? 'notices.moved' : 'notices.resume')}
          </ConfirmButton>
        </OwnerStrip>
      )}
      {trialEnded && (
        <OwnerStrip color="orange" icon={<IconHourglassOff size={18} aria-hidden />} text={t('notices.trialEnded')}>
          <Button component={Link} href="/settings/limits" size="compact-sm" variant="default">
            {t('notices.openTrial')}
          </Button>
        </OwnerStrip>
      )}
      {notices.absence && <AbsenceStrip absence={notices.absence} />}
      {notices.stoppedAnswering && <StoppedStrip stopped={notices.stoppedAnswering} />}
      {notices.setAside > 0 && <SetAsideStrip />}
    </>
  );
}

/** Shows when Frontdesk was off and how much arrived in that time, until it was read in this browser. */
function AbsenceStrip({ absence: { from, to, customers } }: { absence: NonNullable<Notices['absence']> }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const [seen, setSeen] = useLocalStorage({
    key: 'frontdesk.absence',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  if (seen >= to) return null;
  const off = t('notices.absence', { from: dateTime(from), to: dateTime(to) });
  const wrote = customers === 0 ? t('notices.nobodyWrote') : t('notices.wrote', { count: customers });
  return (
    <Strip color="blue" icon={<IconMoon size={18} aria-hidden />} text={`${off} ${wrote}`}>
      {customers > 0 && (
        <Button component={Link} href="/inbox?view=waiting" size="compact-sm" variant="default">
          {t('notices.openWaiting')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => setSeen(to)}>
        {t('notices.absenceSeen')}
      </Button>
    </Strip>
  );
}

function StoppedStrip({ stopped }: { stopped: NonNullable<Notices['stoppedAnswering']> }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => call('dismissHang'),
    onSettled: () => invalidate(client, ['getNotices']),
    onError: notifyFailure,
  });
  const at = dateTime(stopped.at);
  const what = stopped.kind && `${t(`set-aside:kinds.${stopped.kind}`)} (${stopped.key})`;
  const text = what === null ? t('set-aside:stoppedUnknown', { at }) : t('set-aside:stopped', { at, what });
  return (
    <OwnerStrip color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} text={text}>
      <Button size="compact-sm" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {t('set-aside:stoppedSeen')}
      </Button>
    </OwnerStrip>
  );
}

function SetAsideStrip() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <OwnerStrip color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} text={t('set-aside:strip')}>
      <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
        {t('set-aside:open')}
      </Button>
      {isOpen && (
        <Suspense>
          <SetAsideModal onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </OwnerStrip>
  );
}

interface StripProps {
  color: 'red' | 'orange' | 'blue';
  icon: ReactNode;
  text: string;
  children?: ReactNode;
}

/** A strip whose buttons only an owner may use. */
const OwnerStrip = ({ children, ...strip }: StripProps) => <Strip {...strip}>{useIsOwner() && children}</Strip>;

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
