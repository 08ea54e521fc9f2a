import { expect, test } from 'vitest';
import { publishAgent } from '../../../server/areas/agents/lifecycle/publish-agent.ts';
import { replacePublishGate } from './support.ts';

test('publishes nothing where no gate is set', async () => {
  replacePublishGate(null);
  const publishing = publishAgent({} as Parameters<typeof publishAgent>[0]);
  await expect(publishing).rejects.toThrow('No publishing gate is set');
});
