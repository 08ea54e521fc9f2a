import { expect, test } from 'vitest';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

const promo = {
  name: 'promo',
  category: 'MARKETING',
  language: 'pt_BR',
  components: [{ type: 'BODY', text: 'Oi {{1}}, hoje {{2}}!', example: { body_text: [['Ana', 'pizza']] } }],
};
const people =
  'telefone;nome;oferta\n11980000001;Ana;pão em dobro\n11980000002;Beto;café grátis\nsem número;Caio;nada\n';

/** A console of a shop with a channel and a template that may send campaigns at any hour. */
async function startShop(options: Parameters<typeof startConsole>[0] = {}) {
  const console = await startConsole(options);
  const { shop, owner } = console;
  const channel = await pairChannel(shop, 'CLOUD_API');
  const { body: template } = await owner.post(`/api/channels/${channel.id}/chat-templates`, promo);
  const { body: rules } = await owner.get('/api/marketing-campaigns/sending-rules');
  await owner.put('/api/marketing-campaigns/sending-rules', { ...rules, sendingHours: null });
  await shop.settle();
  return { ...console, channel, templateId: template.id as string };
}

describeInBrowser('campaigns', () => {
  test.each(journeyLanguages)(
    'a campaign is sent to the people of a file, and its results are shown, in %s',
    async (language) => {
      const { page, channel, go } = await startShop({ language });
      const say = await wordsOf(language, 'campaigns');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await go('/campaigns');
      await page.getByText(say.empty).waitFor();
      await expectAccessible(page);
      await button(say.add).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.form.name).fill('Terça do pão');
      await dialog.getByRole('combobox', { name: say.form.channel }).click();
      await page.getByRole('option', { name: 'Shop' }).click();
      await dialog.getByRole('combobox', { name: say.form.template }).click();
      await page.getByRole('option', { name: 'promo (pt_BR)' }).click();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'campaigns-create');
      await dialog.getByRole('button', { name: say.form.submit }).click();
      await page.getByRole('heading', { level: 1, name: 'Terça do pão' }).waitFor();

      await page.locator('input[type=file]').setInputFiles({
        name: 'clientes.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(people),
      });
      await page.getByText(say.audience.problems).waitFor();
      await expectAccessible(page);
      await button(say.audience.use_other.replace('{{count}}', '2')).click();

      const second = page.getByRole('group').nth(1);
      await second.getByRole('combobox').first().click();
      await page.getByRole('option', { name: say.variables.FIELD }).click();
      await second.getByLabel(say.variables.column).fill('oferta');
      await page.getByText('Oi Ana, hoje pão em dobro!').waitFor();
      await button(say.preview.after).click();
      await page.getByText('Oi Beto, hoje café grátis!').waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'campaigns-draft');
      await button(say.steps.next).click();
      await page.getByLabel(say.form.interval).fill('0.25');
      await expectAccessible(page);
      await button(say.steps.next).click();
      await page
        .getByRole('definition')
        .filter({ hasText: say.check.people_other.replace('{{count}}', '2') })
        .waitFor();
      await page.getByText(say.check.noPrice).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'campaigns-check');
      await button(say.control.sendTo_other.replace('{{count}}', '2')).click();
      await page.getByText(say.status.COMPLETED, { exact: true }).waitFor({ timeout: 30_000 });
      await page.getByRole('region', { name: say.report.title }).waitFor();
      const rows = page.getByRole('table', { name: say.recipients.title }).getByRole('row');
      await rows.filter({ hasText: '+55 11 98000-0001' }).waitFor();
      await rows.filter({ hasText: '+55 11 98000-0002' }).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'campaigns-done');
      const [shown] = await channel.phoneShows('+5511980000001');
      expect(JSON.stringify(shown)).toContain('Oi Ana, hoje pão em dobro!');
      await go('/campaigns');
      await page.getByRole('listitem').getByText(say.status.COMPLETED, { exact: true }).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'campaigns-list');
    },
  );

  test("the CSV file that Excel saves is taken with its letters, dropped or chosen, and its faults are told in the shop's words", async () => {
    const { page, owner, channel, templateId, go } = await startShop({ language: 'pt' });
    const draft = { name: 'Excel', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CSV' };
    const { body: made } = await owner.post('/api/marketing-campaigns', draft);
    await go(`/campaigns/${made.id}`);
    const rows = ['telefone;nome;oferta', '11980000001;José Conceição;pão', '123;;', ';Ana;'].join('\r\n');
    const found = page.getByRole('status');
    await page.locator('input[type=file]').setInputFiles({
      name: 'clientes.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from(rows, 'latin1'),
    });
    await found.getByText('José Conceição').waitFor();
    await found.getByText('+55 11 98000-0001').waitFor();
    await found.getByText('Linha 3: Este número não existe (confira os dígitos e o DDD)').waitFor();
    await found.getByText('Linha 4: Falta o número de telefone').waitFor();
    await expectAccessible(page);
    await shoot(page, 'campaigns-csv');

    // Unicode text, with tabs, dropped from the desktop.
    const unicode = Buffer.from(`\uFEFF${rows.replaceAll(';', '\t').replace('José', 'Zoë')}`, 'utf16le');
    await page.evaluate<void>(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(${JSON.stringify([...unicode])})], 'clientes.txt'));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.fd-drop').dispatchEvent(drop);
    })()`);
    await found.getByText('Zoë Conceição').waitFor();

    const workbook = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from('504b030414000600', 'hex') };
    await page.locator('input[type=file]').setInputFiles(workbook);
    await page.getByText('Isto não é um CSV').waitFor();
    await page.locator('input[type=file]').setInputFiles({ ...workbook, buffer: Buffer.from('nome;oferta\r\nAna;x') });
    await page.getByText('Nenhuma coluna se chama telefone').waitFor();
  });

  test('a running campaign is paused, resumed, cancelled and copied', async () => {
    const { page, owner, channel, templateId, go } = await startShop({ language: 'en' });
    const draft = { name: 'Slow', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CSV' };
    const { body: made } = await owner.post('/api/marketing-campaigns', { ...draft, sendIntervalMs: 60_000 });
    const path = `/api/marketing-campaigns/${made.id}`;
    const mappings = ['1', '2'].map((variable) => ({ variable, source: 'FIXED', value: 'x' }));
    await owner.put(`${path}/variables`, { mappings });
    await owner.put(`${path}/audience`, { rows: [{ phone: '11980000001' }, { phone: '11980000002' }] });
    await go(`/campaigns/${made.id}`);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await button('Check').click();
    await button('Send now to 2 people').click();
    await page.getByText('1 of 2 people').waitFor({ timeout: 20_000 });
    await button('Pause').click();
    await button('Resume').click();
    await button('Pause').waitFor();
    await shoot(page, 'campaigns-running');
    await button('Cancel the campaign').click();
    await confirm('Cancel the campaign');
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect((await owner.get(path)).body.status).toBe('CANCELLED');
    await button('Copy as a new draft').click();
    await button('Delete').waitFor();
    expect((await owner.get('/api/marketing-campaigns')).body.total).toBe(2);
  });

  test.each(journeyLanguages)(
    'the sending hours and opt-out words are changed; invalid ones are reported before saving, in %s',
    async (language) => {
      const { page, owner, go } = await startConsole({ language });
      const say = (await wordsOf(language, 'campaigns')).rules;
      const rules = async () => (await owner.get('/api/marketing-campaigns/sending-rules')).body;
      const before = await rules();
      await go('/campaigns');
      const open = () => page.getByRole('button', { name: say.title, exact: true }).click();
      const dialog = page.getByRole('dialog');
      const save = () => dialog.locator('button[type=submit]').click();
      await open();
      await dialog.getByText('America/Sao Paulo').waitFor();
      await dialog.getByLabel(say.from, { exact: true }).fill('09:30');
      await dialog.getByLabel(say.to, { exact: true }).fill('09:00');
      await dialog.getByText(say.wrongHours).waitFor();
      const start = dialog.getByLabel(say.startWords);
      await start.fill('¡Párar!');
      await start.press('Enter');
      await dialog.getByText(say.faults.both.replace('{{word}}', '¡Párar!')).waitFor();
      await expectAccessible(page);
      await save();
      expect(await rules(), 'nothing wrong is sent').toEqual(before);
      await start.press('Backspace');
      await start.fill('...');
      await start.press('Enter');
      await dialog.getByText(say.faults.noLetters.replace('{{word}}', '...')).waitFor();
      await start.press('Backspace');
      await start.fill('Quero voltar');
      await dialog.getByLabel(say.to, { exact: true }).fill('18:00');
      if (language === 'pt') await shoot(page, 'campaigns-rules');
      await save();
      await dialog.waitFor({ state: 'detached' });
      const changed = { sendingHours: { from: '09:30', to: '18:00' } };
      expect(await rules()).toEqual({ ...before, ...changed, startWords: [...before.startWords, 'Quero voltar'] });
      await open();
      await dialog.getByRole('switch', { name: say.limited }).click();
      await dialog.getByLabel(say.from, { exact: true }).waitFor({ state: 'detached' });
      const words = [...before.startWords, 'Quero voltar'];
      for (const _word of words) await start.press('Backspace');
      await dialog.getByText(say.faults.none).waitFor();
      await start.fill('Voltar');
      await save();
      await dialog.waitFor({ state: 'detached' });
      expect(await rules()).toEqual({ ...before, sendingHours: null, startWords: ['Voltar'] });
    },
  );

  test('a campaign is scheduled for a day and a time, and never sent at once because of a day that cannot be read', async () => {
    const { page, owner, channel, templateId, go } = await startShop({ language: 'pt' });
    const draft = { name: 'Natal', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CSV' };
    const { body: made } = await owner.post('/api/marketing-campaigns', draft);
    const path = `/api/marketing-campaigns/${made.id}`;
    const mappings = ['1', '2'].map((variable) => ({ variable, source: 'FIXED', value: 'x' }));
    await owner.put(`${path}/variables`, { mappings });
    await owner.put(`${path}/audience`, { rows: [{ phone: '11980000001' }] });
    const { control, steps } = await wordsOf('pt', 'campaigns');
    await go(`/campaigns/${made.id}?step=when`);
    await page.getByText(control.later, { exact: true }).click();
    const next = page.getByRole('button', { name: steps.next, exact: true });
    const day = page.getByLabel(control.at.replace('{{zone}}', 'America/Sao Paulo'));
    await day.fill('31/02/2035');
    expect(await next.isDisabled()).toBe(true);
    await day.fill('24/12/2035');
    await page.getByLabel(control.time, { exact: true }).fill('19h');
    await expectAccessible(page);
    await shoot(page, 'campaigns-schedule');
    await next.click();
    await page.getByRole('button', { name: control.scheduleFor_one.replace('{{count}}', '1'), exact: true }).click();
    await expect.poll(async () => (await owner.get(path)).body.scheduledAt).toBe('2035-12-24T22:00:00.000Z');
  });

  test('every reason that prevents a start is shown before it, with the step that mends it', async () => {
    const { page, owner, channel, templateId, go } = await startShop({ language: 'en', viewport: 'phone' });
    const draft = { name: 'Unready', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CONTACTS' };
    const { body: made } = await owner.post('/api/marketing-campaigns', draft);
    await owner.put(`/api/marketing-campaigns/${made.id}/audience`, { rows: [{ phone: '11980000001' }] });
    await go(`/campaigns/${made.id}`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('{{1}} has no value yet.').waitFor();
    await page.getByText('{{2}} has no value yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Send now to 1 person' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await shoot(page, 'campaigns-phone');
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    expect(await fits()).toBe(true);
    await go('/campaigns');
    const rules = page.getByRole('button', { name: 'Sending rules' });
    await rules.waitFor();
    await shoot(page, 'campaigns-list-phone');
    await rules.click();
    await page.getByRole('dialog').getByRole('switch').waitFor();
    await shoot(page, 'campaigns-rules-phone');
    expect(await fits()).toBe(true);
  });

  test('a view of customers becomes the audience, a test goes to one number, and a failed one is sent to again', async () => {
    const { page, owner, channel, templateId, go } = await startShop({ language: 'en' });
    for (const [index, name] of ['Ana', 'Beto'].entries()) {
      await owner.post('/api/contacts', { phone: `+551198000000${index + 1}`, name, tags: index === 0 ? ['VIP'] : [] });
    }
    await owner.post('/owner/contacts/views', { name: 'Our VIPs', filter: 'tag:VIP' });
    const draft = { name: 'View', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CSV' };
    const { body: made } = await owner.post('/api/marketing-campaigns', draft);
    const mappings = ['1', '2'].map((variable) => ({ variable, source: 'FIXED', value: 'x' }));
    await owner.put(`/api/marketing-campaigns/${made.id}/variables`, { mappings });
    const { body: rules } = await owner.get('/api/marketing-campaigns/sending-rules');
    await owner.put('/api/marketing-campaigns/sending-rules', { ...rules, pricePerMessage: 0.5 });
    await go(`/campaigns/${made.id}`);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByRole('radio', { name: 'Contacts' }).check();
    await page.getByRole('combobox', { name: 'View of customers' }).click();
    await page.getByRole('option', { name: 'Our VIPs' }).click();
    await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click();
    await button('Use 1 person').click();
    await button('Check').click();
    await page.getByText('about R$0.50', { exact: false }).waitFor();
    await page.getByRole('textbox', { name: 'Name or phone number' }).fill('11980000009');
    await button('Send test').click();
    await page.getByText('The test went to 11980000009').waitFor();
    expect(JSON.stringify(await channel.phoneShows('+5511980000009'))).toContain('Oi x, hoje x!');
    expect((await owner.get(`/api/marketing-campaigns/${made.id}`)).body.recipients.PENDING).toBe(1);
    await channel.faults({ reject: { reason: 'not_on_app', times: 1 } });
    await button('Send now to 1 person').click();
    await button('Send again').click({ timeout: 20_000 });
    await page.getByRole('menuitem', { name: 'To 1 that failed' }).click();
    await expect.poll(async () => (await channel.phoneShows('+5511980000001')).length, { timeout: 20_000 }).toBe(1);
  });
});
