import { z } from 'zod';
import { invalid } from '../../../platform/problem.ts';
import { listAgents } from '../../agents/index.ts';
import type { ToolContext } from './tool.ts';

/** The agent in the input of a tool. */
export const agentId = z.string().max(64).optional().describe('Needed only in a shop with several agents');

/** The id of the agent that is meant: the one named, else the only one, else the only published one. Throws 400. */
export async function pickAgent({ platform, principal }: ToolContext, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const all = await listAgents(platform.database.read, principal.workspace.id, { archived: false });
  const published = all.filter(({ status }) => status === 'PUBLISHED');
  const only = all.length === 1 ? all[0] : published.length === 1 ? published[0] : undefined;
  if (only) return only.id;
  const choices = all.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw invalid(
    'agentId',
    all.length === 0 ? 'The shop has no agent yet' : `Choose one of: ${choices.slice(0, 1_000)}`,
  );
}
