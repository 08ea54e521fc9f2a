import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Tells a failure at the edge of the screen, in the server's words. */
export const notifyFailure = (error: Error): void => {
  notifications.show({ color: 'red', title: i18next.t('common.failed'), message: error.message });
};

export const notifyDone = (message: string): void => {
  notifications.show({ color: 'brand', message });
};
