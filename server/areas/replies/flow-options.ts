import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';

export const FlowOption = z.object({ id: z.string(), name: z.string(), status: z.string(), active: z.boolean() });
export type FlowOption = z.infer<typeof FlowOption>;

type ListFlows = (db: Db, workspaceId: string, agentId: string) => Promise<FlowOption[]>;

const lists: ListFlows[] = [];

/** Called at load by the area that has the flows. */
export const registerFlowOptions = (list: ListFlows): void => {
  lists.push(list);
};

/** The flows of an agent, those that can run on its channels. */
export async function listFlowOptions(db: Db, workspaceId: string, agentId: string): Promise<FlowOption[]> {
  const found = await Promise.all(lists.map((list) => list(db, workspaceId, agentId)));
  return found.flat();
}
