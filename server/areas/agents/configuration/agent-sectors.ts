import { z } from 'zod';
import { roleKeys, sectorKeys } from '../words.schemas.ts';
import { inEachLanguage, Words } from '../words.ts';

export const AgentSector = z
  .object({
    key: z.string().describe('Names the sector, such as `sales`.'),
    name: Words,
    roles: z
      .array(
        z.object({ key: z.string().describe('Value for `functionKey` of an agent.'), name: Words, description: Words }),
      )
      .describe('What an agent can be in it.'),
  })
  .meta({ id: 'AgentSector' });
type AgentSector = z.infer<typeof AgentSector>;

/** The sectors of a shop and the roles of an agent in each. */
export const agentSectors: AgentSector[] = sectorKeys.map((sector) => ({
  key: sector,
  name: inEachLanguage(({ sectors }) => sectors[sector]),
  roles: roleKeys
    .filter((role) => role.startsWith(`${sector}.`))
    .map((role) => ({
      key: role,
      name: inEachLanguage(({ roles }) => roles[role].name),
      description: inEachLanguage(({ roles }) => roles[role].description),
    })),
}));
