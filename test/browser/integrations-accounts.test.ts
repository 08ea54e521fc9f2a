import { afterAll, expect, test } from 'vitest';
import { listLanAddresses } from '../../server/platform/net/network-addresses.ts';
import { client, startGoogle } from '../doubles/google-server.ts';
import { startSmtpSink } from '../doubles/smtp-sink.ts';
import { bind, install, newestJob, replaceEndpoints } from '../support/shop/integrations.ts';
import { makeAgent } from '../support/shop/sales.ts';
import { emit } from '../support/shop/webhooks.ts';
import { describeInBrowser, expectAccessible, type OpenConsole, shoot, startConsole } from './support.ts';

const google = await startGoogle();
replaceEndpoints(google.endpoints);
afterAll(() => google.close());

/** Selects an option of a field. */
async function choose({ page }: Pick<OpenConsole, 'page'>, field: string, answer: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: answer, exact: true }).click();
}

const appointment = {
  ...{ id: 'appt_1', title: 'Corte', clientName: 'Maria', clientPhone: '+5511987654321', notes: null },
  ...{ startTime: '2026-11-23T13:00:00.000Z', endTime: '2026-11-23T14:00:00.000Z', status: 'CONFIRMED' },
};

describeInBrowser('integrations with accounts', () => {
  test('a calendar is connected by consent, bound by one form, and requests consent again when it ends', async () => {
    const console = await startConsole({ language: 'en', env: { FRONTDESK_OUTBOUND_ALLOW: new URL(google.url).host } });
    const { page, context, shop, owner, go } = console;
    const dialog = page.getByRole('dialog');
    await go('/integrations');
    await page.getByRole('button', { name: 'Connect: Google Calendar' }).click();
    await dialog.getByLabel('Client ID').fill(client.clientId);
    const secretField = dialog.getByRole('textbox', { name: 'Client secret' });
    expect(await secretField.getAttribute('type')).toBe('password');
    await secretField.fill(client.clientSecret);
    await shoot(page, 'integrations-google');
    await dialog.getByRole('button', { name: 'Continue to the consent' }).click();
    const link = dialog.getByRole('link', { name: 'Open the consent page' });
    await expectAccessible(page);
    await shoot(page, 'integrations-consent');
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
    await dialog.getByRole('button', { name: 'Back, for a new page' }).click();
    await dialog.getByRole('button', { name: 'Continue to the consent' }).click();
    const other = await context.newPage();
    await other.goto(google.consent((await link.getAttribute('href')) ?? ''));
    await other.close();
    await dialog.getByText('loja@example.com').waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-consented');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(
      (await owner.get('/api/integrations')).body.data.flatMap((one: { installations: [] }) => one.installations),
    ).toHaveLength(1);

    await page.getByRole('link', { name: 'Add a rule' }).click();
    await dialog.getByRole('checkbox', { name: 'An appointment was made' }).waitFor();
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(3);
    await choose(console, 'Calendar', 'Agenda');
    await dialog.getByRole('button', { name: 'See an example' }).click();
    await dialog.getByText('Mesa para seis: Ana Souza').waitFor();
    await dialog.getByText('Nov 22, 2026, 8:00 PM').waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-calendar-rule');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await dialog.waitFor({ state: 'detached' });
    const bindings = (await owner.get('/api/integrations/bindings')).body.data;
    expect(bindings.map(({ eventName }: { eventName: string }) => eventName).sort()).toEqual([
      'appointment.created',
      'appointment.deleted',
      'appointment.updated',
    ]);

    await emit(shop, 'appointment.created', appointment);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list').getByText('Done', { exact: true }).waitFor();
    expect([...google.events.values()].map(({ summary }) => summary)).toEqual(['Corte: Maria']);

    google.expireToken();
    google.refreshFails = true;
    await page.getByRole('tab', { name: 'Connections' }).click();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Needs your consent').waitFor();
    await page.getByText('The other side no longer accepts the credentials', { exact: true }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-expired');
    await page.getByRole('button', { name: 'Give consent again' }).waitFor();
    await page.getByRole('tab', { name: 'Rules' }).click();
    await expect.poll(() => page.getByText('Its connection does not work at the moment').count()).toBe(3);
    await expectAccessible(page);
    await shoot(page, 'integrations-broken');
    expect(google.faults).toEqual([]);
  });

  test('an e-mail is sent from a mail server that the owner has allowed', async () => {
    const console = await startConsole({ language: 'en', env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
    const { page, shop, owner, go } = console;
    const sink = await startSmtpSink({ user: 'shop', password: 'mail-password' });
    const dialog = page.getByRole('dialog');
    await go('/integrations');
    await page.getByRole('button', { name: 'Connect: E-mail' }).click();
    await dialog.getByLabel('Outgoing mail server (SMTP)').fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(sink.port));
    await choose(console, 'Encryption', 'None (only inside your own network)');
    await dialog.getByLabel('User').fill('shop');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('mail-password');
    await dialog.getByLabel('Sender’s address').fill('shop@example.com');
    await expectAccessible(page);
    await shoot(page, 'integrations-email');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByRole('button', { name: `Allow 127.0.0.1:${sink.port}` }).click();
    await page.getByText('E-mail is connected').waitFor();

    await page.getByRole('link', { name: 'Add a rule' }).click();
    await choose(console, 'When', 'An order was made');
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('owner@example.com');
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Order of ');
    const insert = dialog.getByRole('button', { name: 'Insert a value: Subject' });
    await insert.click();
    await page.locator('[role=menu] :focus, [role=menu]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await insert.click();
    await page.getByRole('menuitem', { name: 'Customer Ana Souza' }).click();
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('A new order');
    await dialog.getByRole('button', { name: 'See an example' }).click();
    await dialog.getByText('Order of Ana Souza').waitFor();
    await shoot(page, 'integrations-email-rule');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await emit(shop, 'order.created', { id: 'ord_1', clientName: 'Maria' });
    const [binding] = (await owner.get('/api/integrations/bindings')).body.data;
    await newestJob({ api: owner }, binding.id, 'SUCCEEDED');
    expect(sink.mails.map(({ to }) => to)).toEqual([['owner@example.com']]);
    expect(sink.mails[0]?.raw).toContain('Subject: Order of Maria');
  });

  test('the forms of all connectors are accessible', async () => {
    const { page, go } = await startConsole({ language: 'en' });
    await go('/integrations');
    const offers = page.getByRole('region', { name: 'What you can connect' }).getByRole('button');
    await offers.first().waitFor();
    expect(await offers.count()).toBe(11);
    const dialog = page.getByRole('dialog');
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    let forms = 0;
    for (const offer of await offers.all()) {
      const name = (await offer.getAttribute('aria-label'))?.replace('Connect: ', '');
      await offer.click();
      // What asks nothing is connected at once.
      await cancel
        .or(page.getByText(`${name} is connected`))
        .first()
        .waitFor();
      if ((await dialog.count()) === 0) continue;
      forms++;
      await expectAccessible(page);
      await cancel.click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(forms).toBe(9);
  });

  /** Creates the feed of an agent in the console; `renew` replaces its address. */
  async function makeFeed() {
    const console = await startConsole({ language: 'en' });
    const { page, owner, go } = console;
    await makeAgent(owner, { name: 'Bia' });
    const dialog = page.getByRole('dialog');
    const readAddress = async () => {
      await choose(console, 'Whose appointments', 'Bia');
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
      return dialog.getByRole('textbox', { name: 'Private address' }).inputValue();
    };
    const renew = async () => {
      await dialog.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByRole('button', { name: 'New address' }).click();
      return readAddress();
    };
    await go('/integrations');
    await page.getByRole('button', { name: 'Connect: Calendar to subscribe to' }).click();
    return { page, owner, dialog, first: await readAddress(), renew };
  }

  test('a private calendar address is shown once, and a new one replaces it', async () => {
    const { page, dialog, first, renew } = await makeFeed();
    await dialog.getByText('Only this computer reaches this address.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-feed');
    expect((await fetch(first)).status).toBe(200);
    const second = await renew();
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
  });

  test.skipIf(listLanAddresses().length === 0)(
    'a private calendar address is on the local network while that is open, and mentions its certificate',
    async () => {
      const { owner, dialog, renew } = await makeFeed();
      const opened = (await owner.patch('/owner/lan', { enabled: true })).body;
      expect((await renew()).startsWith(`${opened.addresses[0].url}/`)).toBe(true);
      expect(await dialog.getByText('reaches this address').count()).toBe(0);
      await owner.patch('/owner/lan', { tls: true });
      expect(await renew()).toMatch(/^https:/);
      await dialog.getByText('a certificate made on this computer').waitFor();
    },
  );

  test('a card is created in the stage chosen from its pipeline', async () => {
    const console = await startConsole({ language: 'en' });
    const { page, shop, owner, go } = console;
    const pipeline = (await owner.post('/api/crm/pipelines', { name: 'Sales' })).body;
    await go('/integrations');
    await page.getByRole('button', { name: 'Connect: CRM of this shop' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'Add a rule' }).click();
    await choose(console, 'What to do', 'Create a card');
    await choose(console, 'When', 'A new lead was captured');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await dialog.getByText('Please fill this in').first().waitFor();
    await dialog.getByRole('combobox', { name: 'Stage' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('textbox', { name: 'Title of the card' }).fill('Lead: ');
    await dialog.getByRole('button', { name: 'Insert a value: Title of the card' }).click();
    await page.getByRole('menuitem', { name: 'Name Ana Souza' }).click();
    await shoot(page, 'integrations-card-rule');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await emit(shop, 'lead.captured', { id: 'lead_1', name: 'Ana', phone: '+5511987654321' });
    const [binding] = (await owner.get('/api/integrations/bindings')).body.data;
    await newestJob({ api: owner }, binding.id, 'SUCCEEDED');
    const { body } = await owner.get(`/api/crm/pipelines/${pipeline.id}/board`);
    expect(JSON.stringify(body)).toContain('Lead: Ana');
  });

  test.each(['phone', 'small'] as const)('the connections fit a %s screen', async (viewport) => {
    const { page, shop, owner, go } = await startConsole({ language: 'pt', viewport });
    const { id } = await install(owner, 'spreadsheet');
    const fields = { Nome: '{{data.name}}', Telefone: '{{data.phone}}' };
    const { id: bindingId } = await bind(owner, id, 'lead.captured', 'append_row', { workbook: 'leads.csv', fields });
    await emit(shop, 'lead.captured', { id: 'lead_1', name: 'Ana' });
    const job = await newestJob({ api: owner }, bindingId, 'SUCCEEDED');
    const fits = async (name: string) => {
      await expectAccessible(page);
      await shoot(page, `integrations-${viewport}-${name}`);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await page.evaluate<boolean>(`content.scrollWidth <= content.clientWidth`)).toBe(true);
    };
    await go('/integrations');
    await page.getByText('Suas conexões').waitFor();
    await fits('connections');
    await go('/integrations/rules');
    await page.getByRole('switch').waitFor();
    await fits('rules');
    await page.getByRole('button', { name: 'Alterar' }).click();
    await page.getByRole('textbox', { name: 'Valor 1' }).waitFor();
    await fits('rule');
    await page.keyboard.press('Escape');
    await go(`/integrations/jobs/${job.id}`);
    await page.getByRole('dialog').getByText('Tentativa 1').waitFor();
    await fits('job');
  });
});
