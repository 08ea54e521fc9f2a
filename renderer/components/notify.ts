import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { ReactNode } from 'react';

/** Says something at the edge of the screen. */
function show(color: string, message: ReactNode, title?: string): void {
  notifications.show({ color, title, message, closeButtonProps: { 'aria-label': i18next.t('common.close') } });
}

/** Tells a failure at the edge of the screen, in the server's words. */
export const notifyFailure = (error: Error): void => show('red', error.message, i18next.t('common.failed'));

/** What did not come out well, without being a failure of ours. */
export const notifyTrouble = (message: ReactNode): void => show('red', message);

export const notifyDone = (message: ReactNode): void => show('brand', message);
