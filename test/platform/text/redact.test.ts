import { expect, test } from 'vitest';
import { redact } from '../../../server/platform/text/redact.ts';
import { redactAddress, redactSecrets } from '../../../server/platform/text/redact-secrets.ts';

test.each([
  ['sent with Authorization: Bearer abc.def', 'sent with Authorization: [secret]'],
  ['GET https://me:pw@a.example/x failed', 'GET https://[secret]@a.example/x failed'],
  ['postgres://shop:pw@10.0.0.7/db', 'postgres://[secret]@10.0.0.7/db'],
  ['https://a.example/?access_token=abc&page=2', 'https://a.example/?access_token=[secret]&page=2'],
  ['https://a.example/?sig=abc#top', 'https://a.example/?sig=[secret]#top'],
  ['see https://a.example/menu?page=2 or ana@a.example', 'see https://a.example/menu?page=2 or ana@a.example'],
])('%j is logged as %j', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  ['https://hooks.example/services/T0AB/B0CD/x9Y8z7W6v5U4t3S2r1', 'https://hooks.example/services/T0AB/B0CD/[secret]'],
  ['https://api.telegram.org/bot12345:AAH-x_y/sendMessage', 'https://api.telegram.org/[secret]/sendMessage'],
  ['https://a.example/orders/new?shop=7', 'https://a.example/orders/new?shop=7'],
  ['https://a.example/in?x=a8s7d6f5g4h3j2k1', 'https://a.example/in?x=[secret]'],
])('the address %s is exported as %s', (text, expected) => {
  expect(redactAddress(text)).toBe(expected);
});

test('fields and headers are hidden by their names, in any form', () => {
  const value = {
    headers: [
      { name: 'X-Mine', value: 'abc' },
      { name: 'Accept', value: 'text/plain' },
    ],
    apiKey: 'abc',
    client_secret: { deep: ['kept'] },
    tokens: 7,
    text: 'a token of love',
  };
  expect(redactSecrets(value)).toEqual({
    headers: [
      { name: 'X-Mine', value: '[secret]' },
      { name: 'Accept', value: 'text/plain' },
    ],
    apiKey: '[secret]',
    client_secret: { deep: ['kept'] },
    tokens: 7,
    text: 'a token of love',
  });
});
