import { type Operations, operation } from '../../../http/operation.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readHang } from '../../../platform/running/suspects.ts';
import { readAbsence } from '../../../platform/work/absence.ts';
import { readFormerPlace, readPauseReason } from '../../../platform/work/sending-pause.ts';
import { findDemoId } from '../../demo/index.ts';
import { countWriters } from '../../inbox/index.ts';
import { Notices } from './notices.schemas.ts';

export const noticeOperations = {
  getNotices: operation({
    method: 'get',
    path: '/owner/notices',
    scope: 'console',
    summary: 'Get the notices for every screen of the console',
    tx: 'none',
    success: 200,
    response: Notices,
    async run({ platform, db, workspace, now }) {
      const { trialEndsAt } = workspace;
      return {
        sendingPaused: await readPauseReason(db),
        movedFrom: await readFormerPlace(db),
        diskFull: platform.storage.isFull,
        databaseDamage: platform.health.damage,
        trialEnded: trialEndsAt !== null && trialEndsAt <= now,
        stoppedAnswering: await readHang(db),
        absence: await showAbsence(db, workspace.id, now),
        setAside: (await platform.running.suspects.list(now)).length,
        demoWorkspaceId: await findDemoId(db),
      };
    },
  }),
} satisfies Operations;

async function showAbsence(db: Db, workspaceId: string, now: string): Promise<Notices['absence']> {
  const absence = await readAbsence(db, now);
  return absence && { ...absence, customers: await countWriters(db, workspaceId, absence) };
}
