import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { ReactNode } from 'react';

/** Shows a notification. */
function show(color: string, message: ReactNode, title?: string): void {
  notifications.show({ color, title, message, closeButtonProps: { 'aria-label': i18next.t('common.close') } });
}

/** Shows an error as a notification. */
export const notifyFailure = (error: Error): void => show('red', error.message, i18next.t('common.failed'));

/** Shows a bad result that is not an error of the console. */
export const notifyTrouble = (message: ReactNode): void => show('red', message);

export const notifyDone = (message: ReactNode): void => show('brand', message);
