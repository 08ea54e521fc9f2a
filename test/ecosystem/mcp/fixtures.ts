import { z } from 'zod';
import { type Tool, tool } from '../../../server/areas/assistants/tools/tool.ts';

const common = { title: 'Fixture', description: 'A fixture of the suite.', effect: 'read', scopes: null } as const;

/** Tools that the conformance suite of MCP calls by name, as far as Frontdesk's tools can be such. */
export const fixtures: Tool[] = [
  tool({
    ...common,
    name: 'test_simple_text',
    input: z.strictObject({}),
    run: async () => 'This is a simple text response for testing.',
  }),
  tool({
    ...common,
    name: 'test_error_handling',
    input: z.strictObject({}),
    async run() {
      throw new Error('This tool intentionally returns an error for testing');
    },
  }),
];
