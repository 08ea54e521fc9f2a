import { type NotificationData, notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { createElement, type ReactNode } from 'react';
import { ActionToast } from './action-toast.tsx';
import { UndoToast } from './undo-toast.tsx';

/** Shows a notification; returns its id. */
const show = (notification: NotificationData): string =>
  notifications.show({ closeButtonProps: { 'aria-label': i18next.t('shell:common.close') }, ...notification });

/** Shows an error as a notification. */
export const notifyFailure = (error: Error): void =>
  void show({ color: 'red', message: error.message, title: i18next.t('shell:common.failed') });

/** Shows a bad result that is not an error of the console. */
export const notifyTrouble = (message: ReactNode): void => void show({ color: 'red', message });

export const notifyDone = (message: ReactNode): void => void show({ color: 'brand', message });

const openableMs = 10_000;

/** Tells something that can be opened, for 10 seconds. */
export function notifyLink(text: string, action: string, open: () => void): void {
  const onAct = () => {
    notifications.hide(id);
    open();
  };
  const message = createElement(ActionToast, { text, action, onAct });
  const id = show({ color: 'yellow', message, autoClose: openableMs, role: 'status' });
}

const undoableMs = 8_000;

/** Tells what was done, and offers to undo it for 8 seconds. */
export function notifyUndo(text: string, undo: () => Promise<unknown>): void {
  const onUndo = () => {
    notifications.hide(id);
    undo().catch(notifyFailure);
  };
  const message = createElement(UndoToast, { text, onUndo });
  const id = show({ color: 'brand', message, autoClose: undoableMs, role: 'status' });
}
