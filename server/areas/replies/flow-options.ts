import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import type { Provided } from '../../platform/wiring.ts';

export const FlowOption = z.object({
  id: z.string(),
  name: z.string().describe('What people call the flow.'),
  status: z.string().describe('DRAFT, ACTIVE, ATTENTION or ARCHIVED.'),
  active: z.boolean().describe('Whether it is switched on.'),
});
export type FlowOption = z.infer<typeof FlowOption>;

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Lists the flows of an agent. */
    flowOptions: (db: Db, workspaceId: string, agentId: string) => Promise<FlowOption[]>;
  }
}

/** The flows of an agent, from the areas that provide them. */
export async function listFlowOptions(
  provided: Provided,
  db: Db,
  workspaceId: string,
  agentId: string,
): Promise<FlowOption[]> {
  const found = await Promise.all(provided('flowOptions').map((list) => list(db, workspaceId, agentId)));
  return found.flat();
}
