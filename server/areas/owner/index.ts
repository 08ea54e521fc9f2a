import { RateLimiter } from '../../http/access/rate-limit.ts';
import { type Area, asJob } from '../../http/area.ts';
import { backupJob, nightlyBackup } from '../../platform/backup/scheduled-backups.ts';
import { backupOperations } from './backups/backups.operations.ts';
import { machineOperations } from './backups/machine.operations.ts';
import { restoreOperations } from './backups/restore.operations.ts';
import { textFileOperations } from './files/text-files.operations.ts';
import { peopleOperations } from './people/people.operations.ts';
import { selfOperations } from './people/self.operations.ts';
import { loginRoutes } from './session/login.ts';
import { sessionOperations } from './session/session.operations.ts';
import { embedderOperations } from './settings/embedder.operations.ts';
import { keyOperations } from './settings/keys.operations.ts';
import { lanOperations } from './settings/lan.operations.ts';
import { settingsOperations } from './settings/settings.operations.ts';
import { storageOperations } from './settings/storage.operations.ts';
import { listStoppedPlatform } from './today/list-stopped.ts';
import { noticeOperations } from './today/notices.operations.ts';
import { setAsideOperations } from './today/set-aside.operations.ts';
import { todayOperations } from './today/today.operations.ts';
import { unconfirmedOperations } from './today/unconfirmed.operations.ts';

declare module '../../platform/wiring.ts' {
  interface Services {
    /** Limits how often a person's present passphrase is checked before it is changed. */
    passphraseTries: RateLimiter;
  }
}

/** As many as at sign-in: ten attempts, then one every six seconds. */
const triesPerPerson = { burst: 10, perSecond: 1 / 6 };

/**
 * Operations that no key may call: keys, people, sessions, settings, backups. They are declared with `scope: 'owner'`
 * for the owners, or `'console'` for everyone who is signed in.
 */
export const owner = {
  name: 'owner',
  title: 'Owner',
  ownerOperations: {
    ...sessionOperations,
    ...selfOperations,
    ...peopleOperations,
    ...keyOperations,
    ...todayOperations,
    ...lanOperations,
    ...backupOperations,
    ...restoreOperations,
    ...machineOperations,
    ...settingsOperations,
    ...embedderOperations,
    ...noticeOperations,
    ...setAsideOperations,
    ...unconfirmedOperations,
    ...storageOperations,
    ...textFileOperations,
  },
  services: ({ clock }) => ({
    passphraseTries: new RateLimiter(triesPerPerson, clock, 'tries to change this passphrase'),
  }),
  jobs: [asJob(backupJob)],
  recurring: [nightlyBackup],
  provides: { stoppedParts: [listStoppedPlatform] },
  routes: loginRoutes,
} satisfies Area;
