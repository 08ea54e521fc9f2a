import { once } from 'node:events';
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { eventually } from '../support/server/app.ts';
import { signInByToken } from '../support/server/console.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';
import {
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type Language,
  openPage,
  setUpShop,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

/** A server process, which a restore needs. The owner signs in by the link that it prints. */
async function startShop() {
  const home = await temporaryFolder();
  // The same port after the restart, as in a real shop: the page keeps its address.
  const server = await startServerProcess(home, { FRONTDESK_PORT: String(await findFreePort()) });
  const link = await eventually(async () => /^Console: (\S+)$/m.exec(server.output.stdout)?.[1]);
  const owner = await signInByToken(server.url, tokenOf(link));
  await setUpShop(owner);
  const newLink = async () => `${server.url}/login#${tokenOf((await cliJson(home, ['login'])).url)}`;
  return { server, owner, newLink };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const tokenOf = (link: string): string => link.split('#')[1] ?? '';

const wordsIn = (language: Language) => wordsOf(language, 'settings');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('backup and restore', () => {
  test.each(journeyLanguages)(
    'deleted data is back after a restore, which sends nothing until the owner resumes sending, in %s',
    async (language) => {
      const say = await wordsIn(language);
      const { notices } = await wordsOf(language, 'shell');
      const { server, owner, newLink } = await startShop();
      const { page, go } = await openPage(await newLink(), { language, origin: 'here' });
      const { body: reply } = await owner.post('/api/quick-replies', { shortcut: 'oi', content: 'Olá!' });

      await go('/settings/backups');
      await page.getByText(say.backups.none).waitFor();
      await button(page, say.backups.start).click();
      const line = page.getByRole('listitem').filter({ hasText: say.backups.reason.manual });
      await line.waitFor({ timeout: 20_000 });
      await line.getByText(say.backups.verified).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'backups-list');
      await owner.delete(`/api/quick-replies/${reply.id}`);
      expect((await owner.get('/api/quick-replies')).body.data).toEqual([]);

      await line.getByRole('button', { name: say.backups.restore }).click();
      const dialog = page.getByRole('dialog', { name: say.restore.title });
      const confirm = dialog.getByRole('button', { name: say.restore.confirm });
      await dialog.getByRole('textbox').fill('?');
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill(say.restore.word.toLowerCase());
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'restore-confirm');
      await confirm.click();
      await dialog.getByText(say.restore.done).waitFor({ timeout: 30_000 });
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'restore-done');
      await dialog.getByRole('button', { name: say.restore.goOn }).click();

      // The session is older than the backup, so the backup contains it.
      const strip = page.getByRole('status').filter({ hasText: notices.pausedRestored });
      await strip.waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'restore-paused');
      const replies = (await owner.get('/api/quick-replies')).body.data;
      expect(replies.map(({ shortcut }: { shortcut: string }) => shortcut)).toContain('oi');
      await strip.getByRole('button', { name: notices.resume }).click();
      await page.getByRole('dialog').getByRole('button', { name: notices.resume }).click();
      await strip.waitFor({ state: 'detached' });
      expect((await owner.get('/owner/sending')).body).toEqual({ paused: false, reason: null });
      expect(await server.end()).toBe(0);
    },
  );

  test('a restore from a file brings its own sessions: later ones must sign in again', async () => {
    const { server, owner, newLink } = await startShop();
    await owner.post('/owner/backups');
    const backup = await eventually(async () => {
      const { body } = await owner.get('/owner/backups');
      return body.running === null && body.items[0];
    }, 15_000);

    const { page, go } = await openPage(await newLink(), { language: 'en', origin: 'here' });
    await go('/settings/backups');
    await page.getByRole('listitem').filter({ hasText: 'Manual' }).waitFor();
    await page.getByLabel('Choose a file').setInputFiles(backup.path);
    const dialog = page.getByRole('dialog', { name: 'Restore a backup' });
    await dialog.getByText(backup.name).waitFor();
    await dialog.getByRole('textbox').fill('RESTORE');
    await dialog.getByRole('button', { name: 'Restore now' }).click();
    await dialog.getByText('If you are asked to sign in').waitFor({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Open Frontdesk' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect((await owner.get('/owner/sending')).body).toEqual({ paused: true, reason: 'restored' });
    expect(await server.end()).toBe(0);
  });

  test('a file that is not a backup is rejected with an explanation, and nothing is changed', async () => {
    const { page, owner, shop, go } = await startConsole({ language: 'en' });
    await go('/settings/backups');
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'holiday.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('not a backup at all'),
    });
    const dialog = page.getByRole('dialog', { name: 'Restore a backup' });
    await dialog.getByRole('textbox').fill('RESTORE');
    await dialog.getByRole('button', { name: 'Restore now' }).click();
    await dialog.getByRole('alert', { name: 'That did not work' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'restore-refused');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await owner.get('/owner/sending')).body.paused).toBe(false);
    expect(await readdir(shop.app.platform.config.home)).not.toContain('restore');
  });

  test('the folder and hour of backups are changed; a backup is verified, downloaded and deleted', async () => {
    const { page, owner, go, shop } = await startConsole({ language: 'en' });
    const folder = await temporaryFolder();
    await go('/settings/backups');
    await page.getByLabel('Folder').fill('somewhere');
    await button(page, 'Use this folder').click();
    await page.getByLabel('Folder').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('Folder').fill(join(folder, 'copies'));
    await button(page, 'Use this folder').click();
    await button(page, 'Back to the data folder').waitFor();
    await page.getByRole('combobox', { name: /^At/ }).click();
    await page.getByRole('option', { name: '05:00' }).click();
    await expect
      .poll(async () => (await owner.get('/owner/backups')).body)
      .toMatchObject({
        folder: join(folder, 'copies'),
        schedule: { hour: 5, enabled: true },
      });
    await page.getByLabel('Make a backup every night').click();
    await expect.poll(async () => (await owner.get('/owner/backups')).body.schedule.enabled).toBe(false);

    await button(page, 'Back up now').click();
    const line = page.getByRole('listitem').filter({ hasText: 'Manual' });
    await line.waitFor({ timeout: 20_000 });
    await line.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Check it now' }).click();
    await page.getByText('The backup is sound').waitFor({ timeout: 20_000 });

    const workbook = join(shop.app.platform.config.home, 'spreadsheets', 'large.csv');
    await mkdir(dirname(workbook), { recursive: true });
    await writeFile(workbook, '');
    await truncate(workbook, 513 * 1024 * 1024);
    await button(page, 'Back up now').click();
    const incomplete = page.getByRole('listitem').filter({ hasText: 'Incomplete' });
    await incomplete.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Check it now' }).click();
    await page.getByRole('alert').filter({ hasText: '1 file is missing' }).waitFor({ timeout: 20_000 });
    await incomplete.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await incomplete.waitFor({ state: 'detached' });

    await line.getByRole('button', { name: 'More' }).click();
    const [backup] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ]);
    expect(await readdir(join(folder, 'copies'))).toContain(backup.suggestedFilename());
    const [everything] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the export' }).click(),
    ]);
    expect(everything.suggestedFilename()).toMatch(/^frontdesk-export-\d{4}-\d\d-\d\d\.zip$/);
    await line.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await line.waitFor({ state: 'detached' });
    expect((await owner.get('/owner/backups')).body.items).toEqual([]);
  });

  test('sending is paused by a button, and resumed from the banner of any screen', async () => {
    const { page, owner, go } = await startConsole({ language: 'en', viewport: 'phone' });
    await go('/settings/backups');
    await button(page, 'Pause sending').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause sending' }).click();
    const strip = page.getByRole('status').filter({ hasText: 'Sending is paused' });
    await strip.waitFor();
    await go('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'notices-phone');
    await strip.getByRole('button', { name: 'Resume sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).click();
    await strip.waitFor({ state: 'detached' });
    expect((await owner.get('/owner/sending')).body.paused).toBe(false);
  });

  test.each(['desktop', 'phone'] as const)(
    'a restore that was taken back, and folders that no backup holds, are shown (%s)',
    async (viewport) => {
      const { page, shop, owner, go } = await startConsole({ language: 'pt', viewport });
      const say = (await wordsOf('pt', 'settings')).backups;
      const folder = await temporaryFolder();
      await owner.put('/owner/spreadsheet-folders', { folders: [folder] });
      const now = new Date().toISOString();
      const failure = { at: now, createdAt: now, message: 'no such table: subscriber_cursors' };
      await writeFile(join(shop.home, 'restore-failed.json'), JSON.stringify(failure));
      await go('/settings/backups');
      await page.getByRole('alert').filter({ hasText: say.notRestored }).waitFor();
      await page.getByText(folder).waitFor();
      await expectAccessible(page);
      await shoot(page, `backups-taken-back-${viewport}`);
      await go('/');
      await page.getByRole('link', { name: (await wordsOf('pt', 'today')).attention.restoreFailed }).waitFor();
      await shoot(page, `today-taken-back-${viewport}`);
    },
  );
});
