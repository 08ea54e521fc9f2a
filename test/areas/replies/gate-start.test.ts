import { expect, test } from 'vitest';
import { type PublishGate, setPublishGate } from '../../../server/areas/agents/index.ts';
import { startApp } from '../../support/app.ts';

// In a file of its own: what is set here is set for all that this process starts.
test('the server does not start where agents could be published untested', async () => {
  setPublishGate(null as unknown as PublishGate);
  await expect(startApp()).rejects.toThrow('No publishing gate is set');
});
