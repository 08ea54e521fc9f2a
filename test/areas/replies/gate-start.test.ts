import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { areasProviding } from '../../support/server/areas.ts';

test('the server does not start without a publishing gate, which would let agents be published untested', async () => {
  await expect(startApp({ areas: areasProviding({ publishGate: [] }) })).rejects.toThrow(
    'No area provides a publishing gate',
  );
});
