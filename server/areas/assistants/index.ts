import type { Area } from '../../http/area.ts';
import { mcpRoutes } from './mcp-endpoint.ts';
import { assistantOperations } from './operations.ts';
import { allTools } from './tools/all-tools.ts';
import { JsonSchemas } from './tools/json-schemas.ts';
import type { Tool } from './tools/tool.ts';

export { assistantCalled } from './events.ts';

/** The area with a list of tools; the product's, or those of a test. */
export const assistantsWith = (tools: readonly Tool[]) =>
  ({
    name: 'assistants',
    title: 'Assistants',
    ownerOperations: assistantOperations,
    services: () => ({ jsonSchemas: new JsonSchemas() }),
    routes: (platform) => mcpRoutes(platform, tools),
  }) satisfies Area;

export const assistants = assistantsWith(allTools);
