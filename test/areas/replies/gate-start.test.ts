import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { replacePublishGate } from '../agents/support.ts';

test('the server does not start where agents could be published untested', async () => {
  replacePublishGate(null);
  const home = await temporaryFolder();
  await expect(startApp({ home })).rejects.toThrow('No publishing gate is set');
});
