import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { operationQuery } from '../api/query.ts';
import { notifyLink } from '../components/feedback/notify.ts';
import { nameOf } from '../components/values/customer.ts';
import { useSaid } from '../components/values/use-said.ts';
import { markApp } from '../reserved/app-badge.ts';
import { notifySystem } from '../reserved/notifications.ts';
import { desktop } from '../screens/settings/desktop.ts';
import { useConsole } from '../session.ts';
import { readAlertChoices } from './alert-choices.ts';
import { ring } from './bell.ts';
import { onAlert } from './incoming.ts';

/** How many conversations wait for the person who is signed in: nobody's, and her own. */
export function useWaitingCount(): number {
  const { data } = useQuery(operationQuery('getConversationQueue'));
  return data ? data.waiting + data.mineWaiting : 0;
}

/** Calls the person to customers who wait: sound, notification, the title of the page and the icon of the app. */
export function useAlerts(): void {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const { user, workspace } = useConsole();
  const waiting = useWaitingCount();
  const { sayNotice } = useSaid();
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${workspace.name} · Frontdesk`;
    markApp(waiting);
  }, [waiting, workspace.name]);
  useEffect(
    () =>
      onAlert((alert) => {
        if (alert.assignedToUserId !== null && alert.assignedToUserId !== user.id) return;
        const href = `/inbox/${alert.conversationId}`;
        const isSeen = document.hasFocus() && path === href;
        const { rings, notifies } = readAlertChoices();
        if (rings && !isSeen) ring(alert.kind === 'overdue' ? 2 : 1).catch(() => {});
        const title = t(`alerts.${alert.kind}`, { name: nameOf(alert.contact) });
        if (document.hasFocus()) {
          if (!isSeen) notifyLink(title, t('alerts.open'), () => navigate(href));
          // The desktop shell notifies by itself.
        } else if (notifies && !desktop()) {
          const text = alert.notice === null ? alert.text : sayNotice(alert.notice);
          notifySystem({ title, text, tag: alert.key, open: () => navigate(href) });
        }
      }),
    [t, path, navigate, user.id, sayNotice],
  );
}
