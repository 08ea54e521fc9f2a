import { type Operations, operation } from '../../../http/operation.ts';
import type { Db } from '../../../platform/database/database.ts';
import { addSpare, listSpares, removeSpare, SpareMachine } from '../../../platform/machine/spare-machines.ts';
import { readMachine } from '../../../platform/machine/this-machine.ts';
import type { Platform } from '../../../platform/platform.ts';
import { MachineView } from './backups.schemas.ts';

/** The present machine, and its spares. */
export const machineOperations = {
  getMachine: operation({
    method: 'get',
    path: '/owner/machine',
    scope: 'owner',
    summary: 'Get this machine and the spare machines',
    tx: 'none',
    success: 200,
    response: MachineView,
    run: ({ platform, db }) => showMachine(platform, db),
  }),

  addSpareMachine: operation({
    method: 'post',
    path: '/owner/machine/spares',
    scope: 'owner',
    summary: 'Name a spare machine, on which a copy of the data folder sends without asking',
    description: 'At most 20. `npx frontdesk machine` shows the id of the machine that it runs on.',
    tx: 'none',
    body: SpareMachine.strict(),
    success: 200,
    response: MachineView,
    async run({ platform, db, body, write }) {
      await write((work) => addSpare(work.db, body));
      return showMachine(platform, db);
    },
  }),

  removeSpareMachine: operation({
    method: 'delete',
    path: '/owner/machine/spares/{id}',
    scope: 'owner',
    summary: 'Remove a spare machine',
    tx: 'none',
    success: 200,
    response: MachineView,
    errors: ['not_found'],
    async run({ platform, db, params, write }) {
      await write((work) => removeSpare(work.db, params.id));
      return showMachine(platform, db);
    },
  }),
} satisfies Operations;

async function showMachine({ config }: Platform, db: Db): Promise<MachineView> {
  return { ...(await readMachine(config.machine)), spares: await listSpares(db) };
}
