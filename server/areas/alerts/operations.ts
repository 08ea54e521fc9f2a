import { type Operations, operation } from '../../http/operation.ts';
import { AlertSettings, readAlertSettings, saveAlertSettings } from './settings.ts';

export const alertOperations = {
  getAlertSettings: operation({
    method: 'get',
    path: '/owner/alerts',
    scope: 'console',
    summary: 'Get who is alerted when a customer waits',
    tx: 'read',
    success: 200,
    response: AlertSettings,
    run: ({ db, workspace }) => readAlertSettings(db, workspace.id),
  }),

  setAlertSettings: operation({
    method: 'put',
    path: '/owner/alerts',
    scope: 'owner',
    summary: 'Set who is alerted when a customer waits',
    tx: 'write',
    body: AlertSettings,
    success: 200,
    response: AlertSettings,
    async run(work) {
      await saveAlertSettings(work, work.body);
      return work.body;
    },
  }),
} satisfies Operations;
