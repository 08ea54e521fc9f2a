import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

/**
 * While `when` is true, asks for confirmation before the page is left by a link, by the browser's buttons or by
 * closing.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [wanted, setWanted] = useState<string | null>(null);
  const mayLeave = useRef(false);
  useEffect(() => {
    if (!when) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onNavigate = (event: NavigateEvent) => {
      const { pathname, search } = new URL(event.destination.url);
      const isHere = pathname === location.pathname && search === location.search;
      const isHeld = event.defaultPrevented || !event.cancelable;
      if (mayLeave.current || isHere || isHeld || !event.destination.sameDocument) return;
      event.preventDefault();
      setWanted(pathname + search);
    };
    window.addEventListener('beforeunload', onUnload);
    // Links, the browser's buttons and program navigation all fire this event before the router sees them.
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [when]);
  const stay = () => setWanted(null);
  const leave = () => {
    mayLeave.current = true;
    if (wanted !== null) navigate(wanted);
  };
  return (
    <Modal
      opened={wanted !== null}
      onClose={stay}
      title={t('leave.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text size="sm">{t('leave.question')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave}>
            {t('leave.leave')}
          </Button>
          <Button data-autofocus onClick={stay}>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
