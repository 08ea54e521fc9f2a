import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../server/platform/language-model.ts';
import { noteFailure } from '../../server/platform/work/failing-parts.ts';
import { pauseAsMoved } from '../../server/platform/work/sending-pause.ts';
import {
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type OpenConsole,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const former = { machineName: 'BALCAO-PC', path: 'C:\\Users\\Ana\\AppData\\Roaming\\Frontdesk\\data' };
const spare = { id: '3f9a-01bc-77de-45c0', name: 'Office' };

/** The state of a folder that was found in another place, with two parts that have stopped. */
async function arrive({ shop }: Pick<OpenConsole, 'shop'>): Promise<void> {
  const { platform } = shop.app;
  await platform.write(async ({ db, now }) => {
    await saveLanguageModel(db, platform.secrets, { baseUrl: 'https://models.example/v1', model: 'small' });
    const reason = 'The language model returned status 401';
    await noteFailure(db, { workspaceId: null, part: 'model', subject: '' }, { reason, isSure: true, now });
    const failing = { workspaceId: shop.workspace.id, part: 'reminder', subject: 'apt_1' } as const;
    await noteFailure(db, failing, { reason: 'window_closed', isSure: true, now });
    await pauseAsMoved(db, former);
  });
}

describeInBrowser('a data folder in another place', () => {
  test.each(journeyLanguages)(
    'asks whether the shop has moved, and Today shows what has stopped, in %s',
    async (language) => {
      const open = await startConsole({ language });
      const { page, owner } = open;
      const { notices } = await wordsOf(language, 'shell');
      const { attention } = await wordsOf(language, 'today');
      await arrive(open);
      await page.reload();
      const strip = page.getByRole('status').filter({ hasText: former.machineName });
      await strip.getByText(former.path).waitFor();
      await page.getByText(attention.stopped.reminder_one).waitFor();
      await page.getByText(attention.reasons.window_closed).waitFor();
      await page.getByRole('link', { name: attention.stopped.model }).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'machine-moved');
      await strip.getByRole('button', { name: notices.moved }).click();
      const question = page.getByRole('dialog').filter({ hasText: notices.movedQuestion });
      await question.waitFor();
      if (language === 'pt') await shoot(page, 'machine-question');
      await question.getByRole('button', { name: notices.moved }).click();
      await strip.waitFor({ state: 'detached' });
      expect((await owner.get('/owner/sending')).body).toEqual({ paused: false, reason: null });
    },
  );

  test.each(journeyLanguages)('has spare computers, which the settings name and remove, in %s', async (language) => {
    const { page, owner, go } = await startConsole({ language, env: { FRONTDESK_MACHINE: 'counter' } });
    const { spares } = await wordsOf(language, 'settings');
    await go('/settings/backups');
    const card = page.getByRole('region', { name: spares.title });
    await card.getByText(spares.none).waitFor();
    const add = card.getByRole('button', { name: spares.add });
    await card.getByLabel(spares.name, { exact: true }).fill(spare.name);
    await card.getByLabel(spares.id).fill('office');
    await add.click();
    await card.getByText(spares.wrong).waitFor();
    await card.getByLabel(spares.id).fill(spare.id);
    await add.click();
    const line = card.getByRole('listitem').filter({ hasText: spare.id });
    await line.waitFor();
    await expectAccessible(page);
    if (language === 'pt') await shoot(page, 'machine-spares');
    expect((await owner.get('/owner/machine')).body).toMatchObject({ name: 'counter', spares: [spare] });
    await line.getByRole('button', { name: spares.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: spares.remove }).click();
    await card.getByText(spares.none).waitFor();
  });

  test('asks on a telephone, too', async () => {
    const open = await startConsole({ language: 'pt', viewport: 'phone' });
    await arrive(open);
    await open.page.reload();
    await open.page.getByRole('status').filter({ hasText: former.machineName }).waitFor();
    await expectAccessible(open.page);
    await shoot(open.page, 'machine-moved-phone');
    await open.go('/settings/backups');
    await open.page.getByText('Computadores de reserva').first().waitFor();
    await shoot(open.page, 'machine-spares-phone');
  });
});
