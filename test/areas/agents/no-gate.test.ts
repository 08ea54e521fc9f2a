import { expect, test } from 'vitest';
import { publishAgent } from '../../../server/areas/agents/publish-agent.ts';

test('publishes nothing where no gate is set', async () => {
  const publishing = publishAgent({} as Parameters<typeof publishAgent>[0]);
  await expect(publishing).rejects.toThrow('No publishing gate is set');
});
