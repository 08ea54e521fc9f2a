import { type Area, asJob } from '../../http/area.ts';
import { backupJob, nightlyBackup } from '../../platform/scheduled-backups.ts';
import { backupOperations } from './backups.operations.ts';
import { embedderOperations } from './embedder.operations.ts';
import { keyOperations } from './keys.operations.ts';
import { lanOperations } from './lan.operations.ts';
import { loginRoutes } from './login.ts';
import { noticeOperations } from './notices.operations.ts';
import { restoreOperations } from './restore.operations.ts';
import { sessionOperations } from './session.operations.ts';
import { setAsideOperations } from './set-aside.operations.ts';
import { settingsOperations } from './settings.operations.ts';
import { storageOperations } from './storage.operations.ts';
import { todayOperations } from './today.operations.ts';

/**
 * What only the owner may do: keys, sessions, settings, backups. Its operations are declared with `operation` and
 * `scope: 'owner'`, which the console's session has and no key ever gets.
 */
export const owner: Area = {
  name: 'owner',
  title: 'Owner',
  ownerOperations: {
    ...sessionOperations,
    ...keyOperations,
    ...todayOperations,
    ...lanOperations,
    ...backupOperations,
    ...restoreOperations,
    ...settingsOperations,
    ...embedderOperations,
    ...noticeOperations,
    ...setAsideOperations,
    ...storageOperations,
  },
  jobs: [asJob(backupJob)],
  recurring: [nightlyBackup],
  routes: loginRoutes,
};
