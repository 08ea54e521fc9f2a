import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, goodPassphrase, signIn } from '../../support/server/console.ts';
import { sendRaw } from '../../support/server/raw-request.ts';

const env = { FRONTDESK_PUBLIC_URL: 'https://desk.shop.example' };
const byTunnel = { host: 'desk.shop.example' };

interface Login {
  name?: string;
  passphrase?: string;
}

/** Tries to sign in; returns the status, and for 429 the limit that was reached. */
async function tryOut({ api }: TestApp, login: Login, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ passphrase: 'a wrong guess', ...login });
  const sent = { 'content-type': 'application/json', ...headers };
  const answer = await sendRaw(`${api.url}/owner/login`, { method: 'POST', headers: sent, body });
  const [, device = ''] =
    /((?:__Host-)?frontdesk_device=[^;]*)/.exec((answer.headers['set-cookie'] ?? []).join(' ')) ?? [];
  return { status: answer.status, device, detail: answer.body.detail, wait: answer.headers['retry-after'] };
}

async function tryOften(shop: TestApp, count: number, login: Login, headers?: Record<string, string>) {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await tryOut(shop, login, headers)).status);
  return statuses;
}

async function openShop() {
  const clock = new ManualClock();
  const shop = await startApp({ env, clock });
  const owner = await signIn(shop);
  expect((await owner.put('/owner/passphrase', { passphrase: goodPassphrase })).status).toBe(204);
  expect((await owner.patch('/owner/me', { name: 'Lúcia' })).status).toBe(200);
  await addPerson(owner, 'Ana');
  return { shop, clock };
}

const lucia = { name: 'Lúcia', passphrase: goodPassphrase };

test('guesses of anybody through the tunnel lock out neither this machine, nor another name, nor a known browser', async () => {
  const { shop, clock } = await openShop();
  const known = await tryOut(shop, lucia, byTunnel);
  expect([known.status, known.device]).toEqual([200, expect.stringMatching(/^__Host-frontdesk_device=usr_\w+\./)]);
  const atHome = { ...byTunnel, cookie: known.device };
  const guessed = await tryOften(shop, 12, { name: 'lucia' }, byTunnel);
  expect(guessed.slice(-3)).toEqual([429, 429, 429]);
  const refused = await tryOut(shop, lucia, byTunnel);
  expect([refused.status, refused.wait]).toEqual([429, '6']);
  expect(refused.detail).toBe('Too many tries to sign in with this name from here: wait 6 s');
  expect((await tryOut(shop, lucia, atHome)).status).toBe(200);
  expect((await tryOut(shop, lucia)).status).toBe(200);
  expect((await tryOut(shop, { name: 'Ana', passphrase: goodPassphrase }, byTunnel)).status).toBe(200);
  // Every six seconds allow another attempt.
  await clock.advance(6_000);
  expect((await tryOut(shop, lucia, byTunnel)).status).toBe(200);
});

test('a known browser has ten tries, whatever others do, and is known for its person alone', async () => {
  const { shop } = await openShop();
  const { device } = await tryOut(shop, lucia, byTunnel);
  const inBrowser = { ...byTunnel, cookie: device };
  expect(await tryOften(shop, 11, { name: 'Lúcia' }, inBrowser)).toEqual([...Array(10).fill(401), 429]);
  // Its attempts do not count as strangers' attempts.
  const another = await tryOut(shop, lucia, byTunnel);
  expect(another.status).toBe(200);
  expect((await tryOften(shop, 11, { name: 'Ana' }, byTunnel)).at(-1)).toBe(429);
  const ana = { name: 'Ana', passphrase: goodPassphrase };
  expect((await tryOut(shop, ana, { ...byTunnel, cookie: another.device })).status).toBe(429);
  const [user, nonce] = device.split('.');
  for (const forged of [`${user}.${nonce}.x`, `${user}.${nonce}`, '__Host-frontdesk_device=', `${device}x`]) {
    expect((await tryOften(shop, 10, { name: 'Lúcia' }, { ...byTunnel, cookie: forged })).includes(429)).toBe(true);
  }
});

test('guesses of all strangers share one limit, which applies neither to a known browser nor to this machine', {
  timeout: 120_000,
}, async () => {
  const { shop } = await openShop();
  const { device } = await tryOut(shop, lucia, byTunnel);
  let refusal: string | undefined;
  for (let i = 0; i < 110 && refusal === undefined; i++) {
    const { status, detail } = await tryOut(shop, { name: `Nobody ${i}` }, byTunnel);
    if (status === 429) refusal = detail;
  }
  expect(refusal).toBe('Too many tries to sign in from unknown devices: wait 1 s');
  expect((await tryOut(shop, lucia, { ...byTunnel, cookie: device })).status).toBe(200);
  expect((await tryOut(shop, lucia)).status).toBe(200);
});
