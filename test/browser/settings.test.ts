import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startEmbedder } from '../doubles/embedder.ts';
import { startLanguageModel } from '../doubles/language-model.ts';
import { eventually } from '../support/server/app.ts';
import { signIn } from '../support/server/console.ts';
import { describeInBrowser, expectAccessible, languages, shoot, startConsole, wordsOf } from './support.ts';

const sections = [
  'shop',
  'me',
  'people',
  'alerts',
  'lan',
  'ai',
  'assistants',
  'limits',
  'backups',
  'storage',
  'sessions',
  'updates',
  'demo',
  'licences',
] as const;

const wordsIn = (language: (typeof languages)[number]) => wordsOf(language, 'settings');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const fitsWidth = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

describeInBrowser('settings', () => {
  test.each(languages)('every section exists in %s and is accessible in both themes', async (language) => {
    const { page, go } = await startConsole({ language });
    const say = await wordsIn(language);
    await go('/settings');
    for (const section of sections) {
      await page.getByRole('link', { name: say.sections[section], exact: true }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      // The languages differ only in their words.
      if (language === 'pt') await expectAccessible(page);
      if (language === 'pt') await shoot(page, `settings-${section}`);
      // A missing word would show as its key.
      if (section !== 'licences') expect(await page.locator('main').innerText()).not.toMatch(/^[a-z]+\.[\w.]+$/m);
    }
  });

  test('the shop is renamed everywhere at once, and the console changes its language', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    await go('/settings/shop');
    await page.getByLabel('Name of the shop').fill('Padaria Nova');
    await button(page, 'Save').click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Padaria Nova').first().waitFor();
    expect((await owner.get('/owner/settings')).body.shop.name).toBe('Padaria Nova');
    await go('/settings/me');
    await page.getByRole('combobox', { name: 'Language of this console' }).click();
    await page.getByRole('option', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Configuración' }).waitFor();
  });

  test('assistants are switched on, and their configuration names this server', async () => {
    const { page, url, owner, go } = await startConsole({ language: 'en' });
    await go('/settings/assistants');
    await page.getByLabel('Let assistants connect').click();
    await page.getByLabel('They may write to customers').click();
    const configuration = page.getByRole('region', { name: 'Configuration' });
    await configuration.waitFor();
    expect(JSON.parse(await configuration.innerText())).toEqual({
      mcpServers: {
        frontdesk: { type: 'http', url: `${url}/mcp`, headers: { Authorization: 'Bearer YOUR_KEY' } },
      },
    });
    await expectAccessible(page);
    await shoot(page, 'settings-assistants-on');
    const settings = { enabled: true, mayWriteToCustomers: true, mayDelete: false };
    await eventually(async () => expect((await owner.get('/owner/assistants')).body).toMatchObject(settings));
  });

  test('the local network is opened with address and code, encryption and a passphrase', async () => {
    const { page, owner, go } = await startConsole({ language: 'en', origin: 'here' });
    await go('/settings/lan');
    await page.getByLabel('Open Frontdesk to other devices of this network').click();
    await page.getByText('nobody can sign in from another device yet').waitFor();
    await page.getByRole('link', { name: 'Set yours' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill('short');
    await page.getByText('Too short').waitFor();
    expect(await button(page, 'Set passphrase').isDisabled()).toBe(true);
    await page.getByLabel('Passphrase', { exact: true }).fill('Padaria da Praça 2026');
    await page.getByText('It is the name of the shop').waitFor();
    expect(await button(page, 'Set passphrase').isDisabled()).toBe(true);
    await page.getByLabel('Passphrase', { exact: true }).fill('four words of nonsense');
    await button(page, 'Set passphrase').click();
    await button(page, 'Change passphrase').waitFor();
    await go('/settings/lan');
    await page.getByLabel('Encrypt the connection (https)').click();
    await page.getByText('Fingerprint of the certificate').waitFor();
    const lan = (await owner.get('/owner/lan')).body;
    expect(lan).toMatchObject({ enabled: true, tls: true, passphraseSet: true });
    await page.getByText(lan.fingerprint).waitFor();
    for (const { url } of lan.addresses) await page.getByRole('img', { name: url }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'settings-lan-on');
    await page.getByLabel('Open Frontdesk to other devices of this network').click();
    await expect.poll(async () => (await owner.get('/owner/lan')).body).toMatchObject({ enabled: false });
  });

  test('an address of the network is allowed and removed, and an invalid one is reported', async () => {
    const { page, owner, go } = await startConsole({
      language: 'en',
      env: { FRONTDESK_OUTBOUND_ALLOW: '127.0.0.1:9' },
    });
    await go('/settings/lan');
    await page.getByText('127.0.0.1:9', { exact: true }).waitFor();
    await page.getByLabel('Host and port').fill('the kitchen');
    await button(page, 'Allow').click();
    await page.getByText('Write the host and the port').waitFor();
    await page.getByLabel('Host and port').fill('192.168.0.20:8080');
    await button(page, 'Allow').click();
    const line = page.getByRole('listitem').filter({ hasText: '192.168.0.20:8080' });
    await line.getByRole('button', { name: 'Remove' }).click();
    await confirm(page, 'Remove');
    await line.waitFor({ state: 'detached' });
    expect((await owner.get('/owner/settings')).body.outbound.allowed).toEqual([]);
  });

  test('a language model on this machine is allowed, saved and tested, and its key is never shown', async () => {
    const { page, owner, go } = await startConsole({ language: 'en', env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
    const model = await startLanguageModel('{"sum": 5}');
    await go('/settings/ai');
    const card = page.getByRole('region', { name: 'AI engine' });
    await card.getByLabel('Address').fill(model.baseUrl);
    await card.getByLabel('Model').fill('small-1');
    await card.getByLabel('Key', { exact: true }).fill('sk-canary');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByRole('button', { name: /^Allow .* and go on$/ }).click();
    await card.getByText('A key is kept').waitFor();
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText(/It works: answered in \d+ ms/).waitFor();
    expect(model.requests.at(-1)?.authorization).toBe('Bearer sk-canary');
    await expectAccessible(page);
    await shoot(page, 'settings-ai-works');
    expect(await page.content()).not.toContain('sk-canary');
    await card.getByRole('button', { name: 'Use none' }).click();
    await confirm(page, 'Use none');
    await expect.poll(async () => (await owner.get('/owner/settings')).body.languageModel).toBeNull();
  });

  test('an embedding model is tested before use, set and removed', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    const embedder = await startEmbedder([['tapete']]);
    await go('/settings/ai');
    const card = page.getByRole('region', { name: 'Search by meaning' });
    await card.getByRole('radio', { name: 'On this computer' }).check();
    await card.getByRole('button', { name: 'Download' }).click();
    await card.getByLabel('SHA-256 of config.json').fill('nonsense');
    await card.getByText('64 characters').waitFor();
    await expectAccessible(page);
    await shoot(page, 'settings-ai-fetch');
    await card.getByRole('radio', { name: 'A service' }).check();
    await card.getByLabel('Address').fill(embedder.baseUrl);
    await card.getByLabel('Model').fill('tiny');
    embedder.fault = { status: 500 };
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText('It does not work').waitFor();
    embedder.fault = null;
    await card.getByRole('button', { name: 'Use this model' }).click();
    await card.getByText('In use').waitFor();
    await card.getByRole('radio', { name: 'By words only' }).check();
    await card.getByRole('button', { name: 'Search by words only' }).click();
    await confirm(page, 'Search by words only');
    await expect.poll(async () => (await owner.get('/owner/settings/embedder')).body.embedder).toBeNull();
  });

  test('limits are set and removed, and a trial starts, ends and becomes a full shop', async () => {
    const { page, owner, shop, go } = await startConsole({ language: 'en' });
    await go('/settings/limits');
    await page.getByLabel('Channels').fill('2');
    await page.getByLabel('Files').fill('1.5');
    await button(page, 'Save').click();
    await page.getByText('0 of 2', { exact: true }).waitFor();
    const limits = async () =>
      Object.fromEntries(
        (await owner.get('/owner/settings')).body.usage.map((one: { kind: string; limit: number | null }) => [
          one.kind,
          one.limit,
        ]),
      );
    expect(await limits()).toMatchObject({ channels: 2, storageBytes: 1_500_000_000, agents: null });
    await page.getByLabel('Channels').fill('');
    await button(page, 'Save').click();
    await expect.poll(async () => (await limits()).channels).toBeNull();
    await button(page, 'Start a trial').click();
    await page.getByText('The trial ends on').waitFor();
    await shop.app.platform.write(({ db }) =>
      db.updateTable('workspaces').set({ trial_ends_at: '2020-01-01T00:00:00.000Z' }).execute(),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Limits' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'The trial has ended' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'settings-trial-ended');
    await button(page, 'Make it a full shop').click();
    await confirm(page, 'Make it a full shop');
    await page.getByRole('status').filter({ hasText: 'The trial has ended' }).waitFor({ state: 'detached' });
  });

  test('a full disk is reported above every screen', async () => {
    const { page, shop, go } = await startConsole({ language: 'en' });
    shop.app.platform.storage.markFull();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status').filter({ hasText: 'The disk is full' }).waitFor();
    await expectAccessible(page);
    await go('/inbox');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, 'notices-inbox');
    await page.getByRole('link', { name: 'See what uses space' }).click();
    await page.getByRole('heading', { name: 'Storage' }).waitFor();
  });

  test('another session is ended, then the current one', async () => {
    const { page, shop, go } = await startConsole({ language: 'en', origin: 'here' });
    const other = await signIn(shop);
    await go('/settings/sessions');
    const lines = page.getByRole('listitem').filter({ hasText: 'On this computer' });
    await lines.filter({ hasText: 'This one' }).waitFor();
    const before = await lines.count();
    await lines.filter({ hasText: 'Unknown program' }).first().getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => lines.count()).toBe(before - 1);
    await button(page, 'Sign out all others').waitFor({ state: 'hidden' });
    await lines.filter({ hasText: 'Unknown program' }).getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(async () => (await other.get('/owner/session')).status).toBe(401);
    await lines.filter({ hasText: 'This one' }).getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('the demo shop is created, shows its badge, and is removed in one step', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    await go('/settings/demo');
    await button(page, 'Create the demo shop').click();
    await page.getByTitle('This is the demo shop: nothing in it is real.').waitFor({ timeout: 20_000 });
    await expectAccessible(page);
    await shoot(page, 'settings-demo-shown');
    await button(page, 'Remove the demo shop').click();
    await confirm(page, 'Remove the demo shop');
    await button(page, 'Create the demo shop').waitFor({ timeout: 20_000 });
    const session = await eventually(async () => (await owner.get('/owner/session')).body);
    expect(session.workspaces.map(({ name }: { name: string }) => name)).toEqual(['Padaria da Praça']);
  });

  test('licences are found by name', async () => {
    const { page, go } = await startConsole({ language: 'en' });
    await go('/settings/licences');
    await page.getByLabel('Search by name or licence').fill('better-sqlite3');
    await page.getByRole('cell', { name: 'better-sqlite3' }).waitFor();
    await page.getByLabel('Search by name or licence').fill('no such package');
    await page.getByText('No package is called that.').waitFor();
  });

  test('the demo shop fits a phone beside a shop with a long name', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt', viewport: 'phone' });
    await owner.patch('/owner/settings/shop', {
      name: 'Panificadora e Confeitaria Nossa Senhora da Conceição Aparecida',
    });
    await owner.post('/owner/demo', { language: 'pt' });
    await page.reload();
    await go('/settings/demo');
    await page.getByRole('button', { name: 'Ver a loja de demonstração', exact: true }).click();
    await page.getByRole('button', { name: /Panificadora/ }).waitFor();
    const overflow = await page.evaluate<number>(
      `Math.max(...['html', '.fd-main'].map((name) => {
        const place = document.querySelector(name);
        return place.scrollWidth - place.clientWidth;
      }))`,
    );
    expect(overflow).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'settings-demo-phone');
  });

  test.each(['phone', 'small'] as const)('every section fits a %s', async (viewport) => {
    const { page, go } = await startConsole({ language: 'pt', viewport });
    await go('/settings');
    for (const section of sections) {
      await go(`/settings/${section}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      expect(await fitsWidth(page), section).toBe(true);
      await shoot(page, `settings-${section}-${viewport}`);
    }
  });
});
