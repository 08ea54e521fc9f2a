import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole } from './support.ts';

const words = {
  pt: {
    title: 'Canais',
    add: 'Adicionar canal',
    name: 'Nome',
    submit: 'Adicionar',
    scan: 'Escanear com o celular simulado',
    connected: 'Conectado',
    off: 'Desativar',
    isOff: 'Desativado',
    on: 'Reativar',
  },
  en: {
    title: 'Channels',
    add: 'Add a channel',
    name: 'Name',
    submit: 'Add',
    scan: 'Scan with the simulated phone',
    connected: 'Connected',
    off: 'Deactivate',
    isOff: 'Deactivated',
    on: 'Reactivate',
  },
  es: {
    title: 'Canales',
    add: 'Agregar un canal',
    name: 'Nombre',
    submit: 'Agregar',
    scan: 'Escanear con el teléfono simulado',
    connected: 'Conectado',
    off: 'Desactivar',
    isOff: 'Desactivado',
    on: 'Reactivar',
  },
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const state = (page: Page, name: string) => page.getByText(name, { exact: true }).first();

describeInBrowser('channels', () => {
  test.each(journeyLanguages)(
    'a simulator channel is created, paired by its code, deactivated and activated, in %s',
    async (language) => {
      const { page, owner, go } = await startConsole({ language });
      const say = words[language];
      await go('/channels');
      await button(page, say.add).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: say.name }).fill('Balcão');
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'channels-create');
      await dialog.getByRole('button', { name: say.submit, exact: true }).click();
      await button(page, say.scan).waitFor();
      await page.getByRole('timer').waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'channels-pairing');
      await button(page, say.scan).click();
      await state(page, say.connected).waitFor();
      await button(page, say.scan).waitFor({ state: 'detached' });
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'channels-connected');
      const [channel] = (await owner.get('/api/channels')).body.data;
      expect(channel).toMatchObject({ name: 'Balcão', status: 'CONNECTED', driver: 'simulator' });
      await button(page, say.off).click();
      await page.getByRole('dialog').getByRole('button', { name: say.off }).click();
      await state(page, say.isOff).waitFor();
      expect((await owner.get(`/api/channels/${channel.id}`)).body.status).toBe('DEACTIVATED');
      await button(page, say.on).click();
      await state(page, say.connected).waitFor();
    },
  );

  test('channels are listed with state, number and health, and opened by their address', async () => {
    const { page, shop, go } = await startConsole({ language: 'en' });
    const { id } = await pairChannel(shop);
    await shop.api.post('/api/channels', { name: 'Delivery', provider: '<QR_PROVIDER>' });
    await go('/channels');
    await page.getByText('Healthy').waitFor();
    await expectAccessible(page);
    await shoot(page, 'channels-list');
    await go(`/channels/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    await go('/channels/ch_unknown');
    await page.getByText('There is no such channel.').waitFor();
  });

  test('an agent is linked and unlinked', async () => {
    const { page, shop, go } = await startConsole({ language: 'en' });
    const { id } = await pairChannel(shop);
    const { body: agent } = await shop.api.post('/api/ai-agents', { name: 'Bia' });
    await go(`/channels/${id}`);
    const field = page.getByRole('combobox', { name: 'Agent that answers' });
    await field.click();
    await page.getByRole('option', { name: 'Bia' }).click();
    await expect.poll(async () => (await shop.api.get(`/api/channels/${id}`)).body.aiAgentId).toBe(agent.id);
    await field.click();
    await page.getByRole('option', { name: 'No agent: people answer' }).click();
    await expect.poll(async () => (await shop.api.get(`/api/channels/${id}`)).body.aiAgentId).toBe(null);
  });

  test('a wrong field of cloud credentials is named, and an account that requires a passkey gets instructions', async () => {
    const { page, shop, go } = await startConsole({ language: 'en' });
    const { body: cloud } = await shop.api.post('/api/channels', { name: 'Official', provider: 'CLOUD_API' });
    await go(`/channels/${cloud.id}`);
    await button(page, 'Enter credentials').click();
    await page.getByRole('textbox', { name: 'Phone number ID' }).fill('abc');
    await button(page, 'Save and connect').click();
    await page.getByText('Digits only, as the platform shows it.').waitFor();
    expect(await page.getByText('Please fill this in.').count()).toBe(3);
    await expectAccessible(page);
    await shoot(page, 'channels-cloud');
    const { body: blocked } = await shop.api.post('/api/channels', { name: 'Blocked', provider: '<QR_PROVIDER>' });
    await shop.app.platform.write(({ db }) =>
      db.updateTable('channels').set({ status: 'PAIRING_BLOCKED' }).where('id', '=', blocked.id).execute(),
    );
    await go(`/channels/${blocked.id}`);
    await page.getByText('This account cannot be paired by QR code').waitFor();
    await expectAccessible(page);
    await shoot(page, 'channels-blocked');
  });

  test('the channels fit a phone', async () => {
    const { page, shop, go } = await startConsole({ language: 'pt', viewport: 'phone' });
    const { body: channel } = await shop.api.post('/api/channels', { name: 'Balcão', provider: '<QR_PROVIDER>' });
    await go('/channels');
    await page.getByRole('link', { name: 'Balcão' }).waitFor();
    await shoot(page, 'channels-phone-list');
    await go(`/channels/${channel.id}`);
    await page.getByRole('timer').waitFor();
    await shoot(page, 'channels-phone-pairing');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
