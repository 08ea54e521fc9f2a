/** The browser's permission; `reserved` on plain http pages, `absent` in browsers without notifications. */
export type NotificationState = NotificationPermission | 'reserved' | 'absent';

export function notificationState(): NotificationState {
  if (!window.isSecureContext) return 'reserved';
  return 'Notification' in window ? Notification.permission : 'absent';
}

/** Asks for permission; resolves to the resulting state. */
export async function askForNotifications(): Promise<NotificationState> {
  const state = notificationState();
  return state === 'default' || state === 'denied' ? Notification.requestPermission() : state;
}

export interface SystemNotification {
  title: string;
  text: string;
  /** Replaces a notification with the same tag, such as one from another window. */
  tag: string;
  open(): void;
}

/** Shows a system notification, if permitted. */
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

/** Returns null in Android browsers: they grant the permission but throw here, since only service workers may notify. */
function show(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
