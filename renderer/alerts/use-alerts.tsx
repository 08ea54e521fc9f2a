import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { operationQuery } from '../api/query.ts';
import { notifyLink } from '../components/feedback/notify.ts';
import { formatPhone } from '../components/values/phone.ts';
import { desktop } from '../screens/settings/desktop.ts';
import { useConsole } from '../session.ts';
import { readAlertChoices } from './alert-choices.ts';
import { ring } from './bell.ts';
import { type Alert, onAlert } from './incoming.ts';

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
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${workspace.name} · Frontdesk`;
    // Only an installed app has an icon to mark.
    const marked = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
    marked?.catch(() => {});
  }, [waiting, workspace.name]);
  useEffect(
    () =>
      onAlert((alert) => {
        if (alert.assignedToUserId !== null && alert.assignedToUserId !== user.id) return;
        const href = `/inbox/${alert.conversationId}`;
        const isSeen = document.hasFocus() && path === href;
        const { rings, notifies } = readAlertChoices();
        if (rings && !isSeen) ring(alert.kind === 'overdue' ? 2 : 1).catch(() => {});
        const title = t(`alerts.${alert.kind}`, { name: alert.contact.name ?? formatPhone(alert.contact.phone) });
        if (document.hasFocus()) {
          if (!isSeen) notifyLink(title, t('alerts.open'), () => navigate(href));
          // The desktop shell notifies by itself.
        } else if (notifies && !desktop()) notifySystem(alert, title, () => navigate(href));
      }),
    [t, path, navigate, user.id],
  );
}

function notifySystem({ key, text }: Alert, title: string, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  // The tag replaces a notification that another window has shown.
  const notification = new Notification(title, { body: text, tag: key, icon: '/icon.svg', silent: true });
  notification.onclick = () => {
    window.focus();
    notification.close();
    open();
  };
}
