/** The browser's permission; `reserved` on pages of plain http, `absent` in browsers without notifications. */
export type NotificationState = NotificationPermission | 'reserved' | 'absent';

export function notificationState(): NotificationState {
  if (!window.isSecureContext) return 'reserved';
  return 'Notification' in window ? Notification.permission : 'absent';
}

/** Asks the person for permission; resolves to the state after the answer. */
export async function askForNotifications(): Promise<NotificationState> {
  const state = notificationState();
  return state === 'default' || state === 'denied' ? Notification.requestPermission() : state;
}

export interface SystemNotification {
  title: string;
  text: string;
  /** Replaces the notification with the same tag, which another window has shown. */
  tag: string;
  open(): void;
}

/** Shows a notification of the system, if it is permitted. */
export function notifySystem({ title, text, tag, open }: SystemNotification): void {
  if (notificationState() !== 'granted') return;
  const notification = show(title, { body: text, tag, icon: '/icon.svg', silent: true });
  if (notification === null) return;
  notification.onclick = () => {
    window.focus();
    notification.close();
    open();
  };
}

/** Browsers of Android permit notifications, but throw here: there only a service worker may show them. */
function show(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
