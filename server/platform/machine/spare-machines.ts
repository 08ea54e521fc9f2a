import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { invalid, Problem } from '../problem.ts';
import { readSetting, saveSetting } from '../settings.ts';

const settingsKey = 'spare_machines';
const mostSpares = 20;

export const MachineId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/, 'must be the id that "npx frontdesk machine" shows there');

/** A machine on which the data folder starts without asking. */
export const SpareMachine = z.object({
  id: MachineId,
  name: z.string().trim().min(1).max(100).describe('For people.'),
});
export type SpareMachine = z.infer<typeof SpareMachine>;

/** The machines that the owner named in advance, by name. */
export async function listSpares(db: Db): Promise<SpareMachine[]> {
  const spares = (await readSetting(db, settingsKey, z.array(SpareMachine))) ?? [];
  return spares.sort((a, b) => a.name.localeCompare(b.name));
}

export const isSpare = async (db: Db, id: string): Promise<boolean> =>
  (await listSpares(db)).some((spare) => spare.id === id);

/** Names a spare, or renames it. Throws 400 for more than 20. */
export async function addSpare(db: Db, spare: SpareMachine): Promise<SpareMachine[]> {
  const others = (await listSpares(db)).filter(({ id }) => id !== spare.id);
  if (others.length >= mostSpares) throw invalid('body.id', `${mostSpares} spare machines at most`);
  await saveSetting(db, settingsKey, [...others, spare]);
  return listSpares(db);
}

/** Throws 404 for a machine that is no spare. */
export async function removeSpare(db: Db, id: string): Promise<SpareMachine[]> {
  const spares = await listSpares(db);
  if (!spares.some((spare) => spare.id === id)) throw new Problem('not_found', 'No such spare machine');
  await saveSetting(
    db,
    settingsKey,
    spares.filter((spare) => spare.id !== id),
  );
  return listSpares(db);
}
