import { expect, test } from 'vitest';
import { makePhoto } from '../support/files/samples.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, shoot, startConsole, wordsOf } from './support.ts';

const phoneOf = (index: number): string => `+55119800000${String(index).padStart(2, '0')}`;
const optedOut = phoneOf(7);
const rows = Array.from({ length: 20 }, (_, index) => `${phoneOf(index)};Pessoa ${index};mesa ${index}`);
const csv = ['telefone;nome;mesa', ...rows].join('\n');

describeInBrowser('a template and its campaign', () => {
  test('a template is written, submitted and approved, and its campaign reaches 19 of 20 people of a file, since one opted out', async () => {
    const { page, go, shop, owner } = await startConsole({ language: 'pt', viewport: 'laptop' });
    const channel = await pairChannel(shop, 'CLOUD_API');
    const { body: rules } = await owner.get('/api/marketing-campaigns/sending-rules');
    await owner.put('/api/marketing-campaigns/sending-rules', { ...rules, sendingHours: null });
    await channel.customerSays(optedOut, 'SAIR');
    await shop.settle();
    const say = await wordsOf('pt', 'templates');
    const { steps, ...campaign } = await wordsOf('pt', 'campaigns');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const photo = { name: 'jantar.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() };

    await go('/library/templates/new');
    await page.getByLabel(say.editor.name).fill('jantar pending');
    await page.getByText(say.formats.IMAGE, { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles(photo);
    await page.getByText('jantar.jpg').waitFor();
    const body = page.getByRole('textbox', { name: say.editor.body, exact: true });
    await body.fill('Oi {{1}}, amanhã tem jantar na casa. Guardamos a {{2}} para você!');
    for (const [name, sample] of [
      ['{{1}}', 'Ana'],
      ['{{2}}', 'mesa 4'],
    ] as const) {
      await page.getByLabel(say.editor.sample.replace('{{name}}', name)).fill(sample);
    }
    await page.getByLabel(say.editor.footer).fill('Responda SAIR para parar');
    await button(say.editor.submit).click();
    await page.getByText(say.inReviewHelp).waitFor();
    expect(await page.getByRole('link', { name: say.actions.campaign }).count()).toBe(0);
    await shoot(page, 'template-campaign-review');

    // The reviewer decides.
    const reviewed = `/api/simulator/channels/${channel.id}/templates/jantar_pending`;
    await shop.api.put(reviewed, { language: 'pt_BR', category: 'MARKETING', status: 'APPROVED' });
    await page.getByRole('link', { name: say.actions.campaign }).click();

    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(campaign.form.name).fill('Jantar');
    await expect
      .poll(() => dialog.getByRole('combobox', { name: campaign.form.template }).inputValue())
      .toBe('jantar_pending (pt_BR)');
    await dialog.getByRole('button', { name: campaign.form.submit }).click();
    await page.getByRole('heading', { level: 1, name: 'Jantar' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mesas.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText(campaign.audience.optedOut_one.replace('{{count}}', '1')).waitFor();
    await button(campaign.audience.use_other.replace('{{count}}', '19')).click();

    await page.getByText(campaign.headerFile.IMAGE).waitFor();
    await page.locator('input[type=file]').setInputFiles({ ...photo, name: 'mesa.jpg' });
    await page.getByText('mesa.jpg').waitFor();
    const second = page.getByRole('group').nth(1);
    await second.getByRole('combobox').first().click();
    await page.getByRole('option', { name: campaign.variables.FIELD }).click();
    await second.getByLabel(campaign.variables.column).fill('mesa');
    await page.getByText('Oi Pessoa, amanhã tem jantar na casa. Guardamos a mesa 0 para você!').waitFor();
    await shoot(page, 'template-campaign-what');
    await button(steps.next).click();
    await page.getByLabel(campaign.form.interval).fill('0.25');
    await button(steps.next).click();
    await button(campaign.control.sendTo_other.replace('{{count}}', '19')).click();
    await page.getByText(campaign.status.COMPLETED, { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('region', { name: campaign.report.title }).waitFor();
    await shoot(page, 'template-campaign-done');

    const shown = await Promise.all(rows.map((_, index) => channel.phoneShows(phoneOf(index))));
    const invited = shown.map((messages) => messages.filter(({ type }) => type === 'IMAGE'));
    expect(invited.map((messages) => messages.length)).toEqual(rows.map((_, index) => (index === 7 ? 0 : 1)));
    expect(invited[3]?.[0]).toMatchObject({
      content: 'Oi Pessoa, amanhã tem jantar na casa. Guardamos a mesa 3 para você!',
      mediaUrl: expect.stringContaining('/media/'),
    });
    const { body: made } = await owner.get('/api/marketing-campaigns');
    expect(made.data[0].recipients).toMatchObject({ total: 19, FAILED: 0, PENDING: 0 });
  });
});
