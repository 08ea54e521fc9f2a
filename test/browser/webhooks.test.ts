import { expect, test } from 'vitest';
import { emit, newestDelivery, subscribe } from '../support/shop/webhooks.ts';
import { startSink } from './sink.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole } from './support.ts';

const words = {
  pt: {
    add: 'Adicionar endpoint',
    url: 'Endereço',
    all: 'Todos',
    submit: 'Adicionar',
    done: 'Já guardei',
    deliveries: 'Entregas',
    lead: 'Um novo lead foi captado',
    resend: 'Enviar de novo agora',
    delivered: 'Entregue',
    allow: 'Permitir',
  },
  en: {
    add: 'Add an endpoint',
    url: 'Address',
    all: 'All',
    submit: 'Add',
    done: 'I have saved it',
    deliveries: 'Deliveries',
    lead: 'A new lead was captured',
    resend: 'Send again now',
    delivered: 'Delivered',
    allow: 'Allow',
  },
  es: {
    add: 'Agregar un endpoint',
    url: 'Dirección',
    all: 'Todos',
    submit: 'Agregar',
    done: 'Ya lo guardé',
    deliveries: 'Entregas',
    lead: 'Se captó un lead nuevo',
    resend: 'Enviar de nuevo ahora',
    delivered: 'Entregada',
    allow: 'Permitir',
  },
};

describeInBrowser('webhooks', () => {
  test.each(journeyLanguages)(
    'a loopback address is allowed, its delivery fails and is sent again, in %s',
    async (language) => {
      const { page, shop, owner, go } = await startConsole({ language, env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
      const sink = await startSink();
      const say = words[language];
      const isShot = language === 'pt';
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await go('/webhooks');
      await button(say.add).click();
      await page.getByRole('textbox', { name: say.url }).fill(sink.url);
      await button(say.all).click();
      await button(say.submit).click();
      const allow = button(`${say.allow} ${sink.hostPort}`);
      await allow.waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'webhooks-not-allowed');
      await allow.click();
      await button(say.done).waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'webhooks-secret');
      await button(say.done).click();

      await emit(shop, 'lead.captured');
      await newestDelivery({ api: owner }, 'RETRYING');
      await page.getByRole('tab', { name: say.deliveries }).click();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'webhooks-deliveries');
      // The first tries follow within the same minute.
      const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: say.lead }) });
      expect((await line.textContent())?.match(/\d?\d:\d\d:\d\d/g)).toHaveLength(2);
      await page.getByRole('link', { name: say.lead }).click();
      await page.getByText('out of order').waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'webhooks-delivery');
      Object.assign(sink.answer, { status: 200, text: 'thanks' });
      await button(say.resend).click();
      await page.getByText('thanks').waitFor();
      await page.getByRole('dialog').getByText(say.delivered, { exact: true }).waitFor();
      const delivery = await newestDelivery({ api: owner }, 'DELIVERED');
      expect(delivery.attempts.at(-1)).toMatchObject({ trigger: 'MANUAL', status: 200 });
      expect(new Set(sink.got).size).toBe(1);
    },
  );

  test('an endpoint is tested, changed, disabled, enabled, given a new secret and deleted', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    const sink = await startSink();
    const endpoint = await subscribe(owner, sink.url);
    const read = async () => (await owner.get(`/api/developers/webhooks/${endpoint.id}`)).body;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const confirm = async (name: string) => {
      await button(name).click();
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    };
    await go('/webhooks');
    await button('Test').click();
    await page.getByText('The test did not arrive: the receiver refused it (500)').waitFor();
    await expectAccessible(page);
    await shoot(page, 'webhooks-endpoints');
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'Description (optional)' }).fill('Till');
    await page.getByRole('checkbox', { name: 'An order was made' }).check();
    await shoot(page, 'webhooks-edit');
    await button('Save').click();
    await expect.poll(read).toMatchObject({ description: 'Till', events: ['lead.captured', 'order.created'] });
    await confirm('Switch off');
    await button('Switch on').click();
    await button('Switch off').waitFor();
    expect((await read()).active).toBe(true);
    await confirm('New secret');
    expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
    await button('I have saved it').click();
    await confirm('Delete');
    await page.getByText('No endpoint yet.').waitFor();
    expect((await owner.get('/api/developers/webhooks')).body.data).toEqual([]);
  });

  test('the event log is shown by its filters, with the data of an event', async () => {
    const { page, shop, go } = await startConsole({ language: 'en' });
    await emit(shop, 'lead.captured', { name: 'Ana <b>' });
    await emit(shop, 'order.created', { total: 12 });
    await go('/webhooks/log');
    await page.getByRole('link', { name: 'An order was made' }).waitFor();
    await page.getByRole('combobox', { name: 'Event' }).fill('lead');
    await page.getByRole('option', { name: 'A new lead was captured' }).click();
    await page.getByRole('link', { name: 'An order was made' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await shoot(page, 'webhooks-log');
    await page.getByRole('link', { name: 'A new lead was captured' }).click();
    await page.getByText('"name": "Ana <b>"').waitFor();
    await expectAccessible(page);
    await shoot(page, 'webhooks-event');
  });

  test('the webhooks fit a phone', async () => {
    const { page, owner, shop, go } = await startConsole({ language: 'pt', viewport: 'phone' });
    const sink = await startSink();
    await subscribe(owner, sink.url);
    await emit(shop, 'lead.captured');
    const { id } = await newestDelivery({ api: owner }, 'RETRYING');
    await go('/webhooks');
    await page.getByText(sink.url).waitFor();
    await shoot(page, 'webhooks-phone');
    await go(`/webhooks/deliveries/${id}`);
    await page.getByText('out of order').waitFor();
    await shoot(page, 'webhooks-phone-delivery');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
