import { expect, test } from 'vitest';
import { isHost } from '../../../server/platform/net/network-addresses.ts';

test.each(['mail.example', 'localhost', '192.168.0.7', '::1', 'fe80::1', 'a_b.example', 'mail.example.'])(
  '%s is a host',
  (text) => {
    expect(isHost(text)).toBe(true);
  },
);

test.each([
  '::1%lo',
  'fe80::1%25eth0',
  '[::1]',
  'a:25',
  'a/b',
  'u@a',
  '',
  '.',
  '1.2.3.4.5',
  '0x7f.1.2.3.4',
  'a b',
  'ä..b',
])('%j is no host', (text) => {
  expect(isHost(text)).toBe(false);
});
