import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { left } from '../../support/environment/egress-guard.ts';

test('a connection that would leave this machine is refused and fails the test that made it', async () => {
  const [byAddress] = await once(connect({ host: '198.51.100.1', port: 80 }), 'error');
  expect(byAddress.message).toBe('A test tried to reach 198.51.100.1');
  const lookup = (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '198.51.100.2', family: 4 }]);
  const [byName] = await once(connect({ host: 'shop.example', port: 80, lookup: lookup as never }), 'error');
  expect(byName.message).toBe('A test tried to reach 198.51.100.2');
  expect(left.splice(0)).toEqual(['198.51.100.1', '198.51.100.2']);
});
