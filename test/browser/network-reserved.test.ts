import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listLanAddresses } from '../../server/platform/net/network-addresses.ts';
import { goodPassphrase } from '../support/server/console.ts';
import { joao } from '../support/shop/conversation.ts';
import { fromNetwork, openFromNetwork } from './network-shop.ts';
import type { Origin } from './origin.ts';
import { describeInBrowser, languages, openPage, shoot, startConsole, wordsOf } from './support.ts';

/** Pastes into a new field; returns the text. */
async function paste(page: Page): Promise<string> {
  await page.evaluate<void>(`(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.body.append(field);
    field.focus();
  })()`);
  await page.keyboard.press('Control+V');
  return page.evaluate<string>(`(() => {
    const field = document.querySelector('#pasted');
    field.remove();
    return field.value;
  })()`);
}

const focused = (page: Page) => page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`);

describeInBrowser('copying', () => {
  test.each(['here', 'network'] as const)(
    'a key in a dialog is copied, and the button keeps the focus, from %s',
    async (origin) => {
      const { page, go } = await startConsole({ language: 'en', origin });
      await go('/keys');
      await page.getByRole('button', { name: 'Create a key' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Site');
      await page.getByRole('button', { name: 'Create key', exact: true }).click();
      const key = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
      await page.getByRole('button', { name: 'Copy: Key', exact: true }).click();
      await page.getByRole('tooltip', { name: 'Copied' }).waitFor();
      expect(await focused(page)).toBe('Copy: Key');
      expect(await paste(page)).toBe(key);
    },
  );

  test('an example of the reference is copied with its lines', async () => {
    const { context, url } = await startConsole(fromNetwork);
    const page = await context.newPage();
    await page.goto(`${url}/docs/operations/createContact`);
    const block = page.locator('.code').filter({ hasText: 'curl' }).first();
    await block.getByRole('button', { name: 'Copy', exact: true }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await paste(page)).toBe(await block.locator('pre').textContent());
  });

  test('a refusal of the browser is reported, and the button shows no success', async () => {
    const { page, go } = await startConsole(fromNetwork);
    await page.evaluate(`document.execCommand = () => false`);
    await go('/settings/assistants');
    await page.getByLabel('Let assistants connect').click();
    await page
      .getByRole('button', { name: /^Copy: / })
      .first()
      .click();
    await page.getByText('The browser did not copy it').waitFor();
    expect(await page.getByRole('tooltip', { name: 'Copied' }).count()).toBe(0);
  });
});

describeInBrowser('a feature that pages of plain http lack', () => {
  test.each(languages)('is explained at its button, with the switch that helps, in %s', async (language) => {
    const { page, go, button, conversationId } = await openFromNetwork({ language });
    const { composer } = await wordsOf(language, 'inbox');
    const settings = await wordsOf(language, 'settings');
    await go(`/inbox/${conversationId}`);
    await button(composer.record).click();
    await page.getByText(composer.reservedMicrophone).waitFor();
    await shoot(page, `network-microphone-${language}`);
    await go('/settings/alerts');
    await page.getByText(settings.alerts.reserved).waitFor();
    expect(await page.getByRole('switch', { name: settings.alerts.notifies }).isDisabled()).toBe(true);
    await shoot(page, `network-alerts-${language}`);
    const { nav } = await wordsOf(language, 'shell');
    for (const text of [composer.reservedMicrophone, settings.alerts.reserved]) {
      expect(text).toContain(`“${settings.lan.tls}”`);
      expect(text).toContain(`${nav.settings}, ${settings.sections.lan}`);
    }
  });

  test('has a substitute in locks: of several windows one calls', async () => {
    const { page, context, url, channel } = await openFromNetwork();
    const other = await context.newPage();
    await other.goto(url);
    await other.locator('#content').waitFor();
    const windows = [page, other];
    const count = async (call: (each: Page) => Promise<number>) => {
      const [first = 0, second = 0] = await Promise.all(windows.map(call));
      return first + second;
    };
    for (const each of windows) await each.evaluate(countDecisions);
    await channel.customerSays(joao, 'Bom dia', { name: 'João' });
    await expect.poll(() => count((each) => each.evaluate<number>('decisions'))).toBe(2);
    // Each window handles its alerts in order.
    await channel.customerSays('+5531977776666', 'Oi', { name: 'Bia' });
    for (const each of windows) await expect.poll(() => each.title()).toMatch(/^\(3\)/);
    expect(await count((each) => each.getByRole('status').filter({ hasText: 'João' }).count())).toBe(1);
  });
});

/** Counts how often a window has checked if it is the first. */
const countDecisions = `(() => {
  window.decisions = 0;
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (...entry) {
    for (const end of ['complete', 'abort']) this.transaction.addEventListener(end, () => { decisions += 1; });
    return add.apply(this, entry);
  };
})()`;

describeInBrowser('encryption that is switched off again', () => {
  test.skipIf(listLanAddresses().length === 0)('leaves no cookie that keeps people out', async () => {
    const { owner } = await startConsole({ language: 'en' });
    await owner.put('/owner/passphrase', { passphrase: goodPassphrase });
    const addressWith = async (tls: boolean): Promise<string> =>
      (await owner.patch('/owner/lan', { enabled: true, tls })).body.addresses[0].url;
    const signIn = async () => {
      await page.getByLabel('Passphrase').fill(goodPassphrase);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('#content').waitFor();
    };
    const { page } = await openPage(await addressWith(true), { language: 'en', origin: 'here', setUp: false });
    await signIn();
    await page.goto(await addressWith(false));
    await signIn();
    await page.reload();
    await page.locator('#content').waitFor();
  });
});

/** Returns the names that the browser offers a page: globals, members of `navigator` and of `crypto`. */
const offered = `[
  ...Object.getOwnPropertyNames(window),
  ...Object.getOwnPropertyNames(Navigator.prototype).map((name) => 'navigator.' + name),
  ...Object.getOwnPropertyNames(Crypto.prototype).map((name) => 'crypto.' + name),
]`;

/** Withheld names in the built pages, each with its fallback. */
const known: Record<string, string> = {
  'crypto.randomUUID': 'pdf.js makes one of random bytes',
  'navigator.clipboard': 'reserved/copy-text.ts copies by the command',
  'navigator.mediaDevices': 'reserved/microphone.ts',
  'navigator.setAppBadge': 'reserved/app-badge.ts: no such icon',
  'navigator.clearAppBadge': 'reserved/app-badge.ts: no such icon',
  'navigator.userAgentData': 'Floating UI reads navigator.platform',
  ImageDecoder: 'pdf.js decodes by itself',
};

describeInBrowser('the built pages', () => {
  test('use no unknown name that the browser withholds from plain http, libraries included', async () => {
    const from = async (origin: Origin) => {
      const { page } = await startConsole({ language: 'en', origin });
      return page.evaluate<string[]>(offered);
    };
    const onNetwork = new Set(await from('network'));
    const withheld = (await from('here')).filter((name) => !onNetwork.has(name));
    expect(withheld).toContain('crypto.randomUUID');
    const dist = join(import.meta.dirname, '../../dist');
    const scripts = globSync('{renderer,reference}/assets/*.{js,mjs}', { cwd: dist });
    expect(scripts.length).toBeGreaterThan(50);
    const texts = scripts.map((script) => readFileSync(join(dist, script), 'utf8'));
    const isNamed = (name: string) => {
      const use = new RegExp(
        name.includes('.') ? `\\b${name}\\b` : `(?<![\\w$.])${name}(?=[.(?])|(?:typeof |window\\.)${name}\\b`,
      );
      return texts.some((text) => use.test(text));
    };
    expect(withheld.filter(isNamed).sort()).toEqual(Object.keys(known).sort());
  });
});
