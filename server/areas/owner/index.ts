import { type Area, asJob } from '../../http/area.ts';
import { backupJob, nightlyBackup } from '../../platform/backup/scheduled-backups.ts';
import { backupOperations } from './backups/backups.operations.ts';
import { restoreOperations } from './backups/restore.operations.ts';
import { textFileOperations } from './files/text-files.operations.ts';
import { loginRoutes } from './session/login.ts';
import { sessionOperations } from './session/session.operations.ts';
import { embedderOperations } from './settings/embedder.operations.ts';
import { keyOperations } from './settings/keys.operations.ts';
import { lanOperations } from './settings/lan.operations.ts';
import { settingsOperations } from './settings/settings.operations.ts';
import { storageOperations } from './settings/storage.operations.ts';
import { noticeOperations } from './today/notices.operations.ts';
import { setAsideOperations } from './today/set-aside.operations.ts';
import { todayOperations } from './today/today.operations.ts';

/**
 * Operations that only the owner may call: keys, sessions, settings, backups. They are declared with
 * `scope: 'owner'`, which the console's session has and no key can get.
 */
export const owner = {
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
    ...textFileOperations,
  },
  jobs: [asJob(backupJob)],
  recurring: [nightlyBackup],
  routes: loginRoutes,
} satisfies Area;
