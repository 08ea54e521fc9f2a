import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole } from './support.ts';

const words = {
  pt: {
    add: 'Criar chave',
    name: 'Nome',
    custom: 'Escolher',
    submit: 'Criar a chave',
    key: 'Chave',
    done: 'Já guardei',
    revoke: 'Revogar',
    box: 'Canais: ler',
  },
  en: {
    add: 'Create a key',
    name: 'Name',
    custom: 'Choose',
    submit: 'Create key',
    key: 'Key',
    done: 'I have saved it',
    revoke: 'Revoke',
    box: 'Channels: read',
  },
  es: {
    add: 'Crear una clave',
    name: 'Nombre',
    custom: 'Elegir',
    submit: 'Crear la clave',
    key: 'Clave',
    done: 'Ya la guardé',
    revoke: 'Revocar',
    box: 'Canales: leer',
  },
};

describeInBrowser('API keys', () => {
  test.each(journeyLanguages)(
    'a key with chosen scopes is created and works until it is revoked, in %s',
    async (language) => {
      const { page, shop, go } = await startConsole({ language });
      const say = words[language];
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await go('/keys');
      await button(say.add).first().click();
      await page.getByRole('textbox', { name: say.name }).fill('Loja virtual');
      await page.getByRole('radio', { name: say.custom }).check();
      expect(await button(say.submit).isDisabled()).toBe(true);
      await page.getByRole('checkbox', { name: say.box, exact: true }).check();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'keys-create');
      await button(say.submit).click();
      const key = await page.getByRole('textbox', { name: say.key, exact: true }).inputValue();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'keys-shown');
      const statusOf = async (path: string) =>
        (await fetch(shop.api.url + path, { headers: { authorization: `Bearer ${key}` } })).status;
      expect([await statusOf('/api/channels'), await statusOf('/api/contacts')]).toEqual([200, 403]);
      await button(say.done).click();
      await page.getByText('Loja virtual').waitFor();
      await expectAccessible(page);
      const line = page.getByRole('listitem').filter({ hasText: 'Loja virtual' });
      await line.getByRole('button', { name: say.revoke }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.revoke }).click();
      await line.waitFor({ state: 'detached' });
      expect(await statusOf('/api/channels')).toBe(401);
    },
  );

  test('a key is rotated, and presets and an expiry are offered', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    await owner.post('/owner/keys', { name: 'Till', scopes: ['orders.read', 'orders.write', 'contacts.export'] });
    await go('/keys');
    await page.getByText('Orders (read, change), Contacts (export)').waitFor();
    await shoot(page, 'keys-list');
    const line = page.getByRole('listitem').filter({ hasText: 'Till' });
    await line.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expect.poll(() => line.count()).toBe(2);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Reports');
    await page.getByRole('radio', { name: 'Read only' }).check();
    await page.getByRole('combobox', { name: 'Valid for' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const made = (await owner.get('/owner/keys')).body.data.find(({ name }: { name: string }) => name === 'Reports');
    expect(made.scopes.every((scope: string) => scope.endsWith('.read'))).toBe(true);
    expect(Date.parse(made.expiresAt) - Date.now()).toBeGreaterThan(29 * 24 * 3_600_000);
  });

  test('the keys fit a phone', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt', viewport: 'phone' });
    await owner.post('/owner/keys', { name: 'Caixa', scopes: ['all'] });
    await go('/keys');
    await page.getByText('Caixa').waitFor();
    await shoot(page, 'keys-phone');
    await page.getByRole('button', { name: 'Criar chave' }).click();
    await page.getByRole('radio', { name: 'Escolher' }).check();
    await shoot(page, 'keys-phone-create');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
