import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type Language,
  shoot,
  startConsole,
} from './support.ts';

const words = {
  pt: {
    next: 'Continuar',
    name: 'Nome da loja',
    person: 'Seu nome',
    zone: 'Fuso horário',
    country: 'País',
    finish: 'Configurar',
  },
  en: {
    next: 'Next',
    name: 'Name of the shop',
    person: 'Your name',
    zone: 'Time zone',
    country: 'Country',
    finish: 'Set up',
  },
  es: {
    next: 'Continuar',
    name: 'Nombre de la tienda',
    person: 'Tu nombre',
    zone: 'Zona horaria',
    country: 'País',
    finish: 'Configurar',
  },
};
const ends = {
  pt: { open: 'Abrir o Frontdesk', demo: 'Com uma loja de demonstração', today: 'Hoje', country: 'Espanha' },
  en: { open: 'Open Frontdesk', demo: 'With a demo shop', today: 'Today', country: 'Spain' },
  es: { open: 'Abrir Frontdesk', demo: 'Con una tienda de demostración', today: 'Hoy', country: 'España' },
};

const languageNames = { pt: 'Português', en: 'English', es: 'Español' };

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Types into a searchable field and selects the match. */
async function choose(page: Page, label: string, typed: string, option: string | RegExp): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.click();
  await field.fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

async function walkToData(page: Page, language: Language, look: (step: string) => Promise<void>): Promise<void> {
  const { next, name, person, zone, country } = words[language];
  await page.getByRole('radio', { name: languageNames[language] }).check();
  await look('language');
  await click(page, next);
  await page.getByRole('textbox', { name }).waitFor();
  expect(await page.getByRole('button', { name: next }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name }).fill('  Padaria Sol  ');
  await page.getByRole('textbox', { name: person }).fill('Lúcia');
  await look('shop');
  await click(page, next);
  await choose(page, country, ends[language].country, ends[language].country);
  await choose(page, zone, 'madrid', /Madrid/);
  await look('place');
  await click(page, next);
  await look('data');
}

describeInBrowser('the first run', () => {
  test.each(journeyLanguages)(
    'the wizard asks for the shop in %s, saves it, and ends on Today with first steps',
    async (language) => {
      const { page, owner } = await startConsole({ setUp: false, language });
      await walkToData(page, language, async (step) => {
        await expectAccessible(page);
        if (language === 'pt') await shoot(page, `wizard-${step}`);
      });
      expect((await owner.get('/owner/session')).body.needsSetup).toBe(true);
      await click(page, words[language].finish);
      await page.getByRole('button', { name: ends[language].open }).waitFor();
      await expectAccessible(page);
      await click(page, ends[language].open);
      await page.getByRole('heading', { level: 1, name: ends[language].today }).waitFor();
      await expectAccessible(page);
      const place = { name: 'Padaria Sol', country: 'ES', timezone: 'Europe/Madrid', language };
      expect((await owner.get('/owner/session')).body).toMatchObject({
        needsSetup: false,
        workspace: place,
        user: { name: 'Lúcia', role: 'owner' },
      });
    },
  );

  test('the wizard fills the demo shop on request, and the console switches to it', async () => {
    const { page, owner } = await startConsole({ setUp: false, language: 'en' });
    await walkToData(page, 'en', async () => {});
    await page.getByRole('radio', { name: ends.en.demo }).check();
    await click(page, words.en.finish);
    await page.getByRole('button', { name: ends.en.open }).waitFor();
    await shoot(page, 'wizard-done');
    await click(page, ends.en.open);
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const { workspaces } = (await owner.get('/owner/session')).body;
    expect(workspaces).toHaveLength(2);
    await page.getByRole('link', { name: 'Channels', exact: true }).waitFor();
    await page.locator('.td-bars').first().waitFor();
    await shoot(page, 'today-demo');
  });

  test('the wizard reports failed demo data, and continues without it', async () => {
    const { page, owner } = await startConsole({ setUp: false, language: 'en' });
    await page.route('**/owner/demo', (route) =>
      route.fulfill({
        status: 507,
        json: { title: 'The disk is full', detail: 'The disk is full', code: 'storage_full' },
      }),
    );
    await walkToData(page, 'en', async () => {});
    await page.getByRole('radio', { name: ends.en.demo }).check();
    await click(page, words.en.finish);
    await page.getByRole('alert').getByText('The disk is full').waitFor();
    await expectAccessible(page);
    await shoot(page, 'wizard-failed');
    await click(page, 'Go on without demo data');
    await click(page, ends.en.open);
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    expect((await owner.get('/owner/session')).body.needsSetup).toBe(false);
  });

  test('the wizard begins with the language, country and time zone of the browser, not of the machine', async () => {
    const { page, owner } = await startConsole({ setUp: false, language: 'es', timezone: 'Europe/Madrid' });
    expect((await owner.get('/owner/session')).body.workspace).toMatchObject({ country: 'BR', language: 'pt' });
    const { next, name, country, zone } = words.es;
    expect(await page.getByRole('radio', { name: languageNames.es }).isChecked()).toBe(true);
    await click(page, next);
    await page.getByRole('textbox', { name }).fill('Panadería Sol');
    await click(page, next);
    expect(await page.getByRole('combobox', { name: country }).inputValue()).toBe('España');
    expect(await page.getByRole('combobox', { name: zone }).inputValue()).toContain('Europe/Madrid');
  });

  test('the wizard fits a phone', async () => {
    const { page } = await startConsole({ setUp: false, language: 'pt', viewport: 'phone' });
    await walkToData(page, 'pt', (step) => shoot(page, `wizard-phone-${step}`));
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
