import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRestEndpoint } from '../doubles/rest-endpoint.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { bind, install, newestJob } from '../support/shop/integrations.ts';
import { emit } from '../support/shop/webhooks.ts';
import {
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type Language,
  type OpenConsole,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const secret = 'whsec_YSBzZWNyZXQgb2YgdGhpcyB0ZXN0IG9ubHk=';
const lead = { id: 'lead_1', name: 'Ana <b>', phone: '+5511987654321', email: 'ana@example.com' };

const sayIn = (language: Language) => wordsOf(language, 'integrations');
const kindIn = async (language: Language, kind: string) => (await wordsOf(language, 'webhooks')).kinds[kind];

/** Selects an option of a field. */
async function choose({ page }: Pick<OpenConsole, 'page'>, field: string, answer: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: answer, exact: true }).click();
}

describeInBrowser('integrations', () => {
  test.each(journeyLanguages)(
    'a spreadsheet is connected, a rule is created and the event is written, in %s',
    async (language) => {
      const { page, shop, owner, go } = await startConsole({ language });
      const say = await sayIn(language);
      const captured = await kindIn(language, 'lead_captured');
      const { spreadsheet } = say.connectors;
      const isShot = language === 'pt';
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const dialog = page.getByRole('dialog');
      await go('/integrations/rules');
      await page.getByText(say.rules.nothingConnected).waitFor();
      await page.getByRole('link', { name: say.rules.connectFirst }).click();
      await page.getByRole('heading', { name: say.gallery.title }).waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'integrations-gallery');

      await button(say.gallery.connectTo.replace('{{name}}', spreadsheet.name)).click();
      const line = page.getByRole('region', { name: say.present.title }).getByRole('listitem');
      await line.getByText(say.states.CONNECTED).waitFor();
      await line.getByRole('button', { name: say.present.check }).click();
      await page
        .getByText(/\d+ ms$/)
        .first()
        .waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'integrations-connections');

      await line.getByRole('link', { name: say.present.addRule }).click();
      await choose({ page }, say.rule.what, spreadsheet.actions.append_row);
      await choose({ page }, say.rule.when, captured);
      await dialog.getByRole('combobox', { name: spreadsheet.fields.workbook }).fill('leads.csv');
      await dialog.getByRole('button', { name: say.rule.preview }).click();
      await dialog.getByText(say.rule.previewExample).waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'integrations-rule');
      await dialog.getByRole('button', { name: say.rule.submit }).click();
      await page.getByRole('switch', { name: captured }).waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'integrations-rules');

      await emit(shop, 'lead.captured', lead);
      await page.getByRole('link', { name: say.rules.jobs }).click();
      await page.getByRole('list').getByText(say.jobs.SUCCEEDED, { exact: true }).waitFor();
      await expectAccessible(page);
      if (isShot) await shoot(page, 'integrations-jobs');
      const { body } = await owner.get('/owner/spreadsheet-folders');
      const [head = '', row] = (await readFile(join(body.defaultFolder, 'leads.csv'), 'utf8'))
        .replace('\ufeff', '')
        .split('\n');
      expect(head.split(',').slice(0, 3)).toEqual([say.values.occurredAt, say.values.name, say.values.phone]);
      expect(row).toContain('Ana <b>,+5511987654321,ana@example.com');
    },
  );

  test('a failed job shows the reason, and succeeds when retried', async () => {
    const console = await startConsole({ language: 'en', env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
    const { page, shop, owner, go } = console;
    const endpoint = await startRestEndpoint(secret);
    endpoint.answers = [{ status: 422, body: 'no such product' }];
    const dialog = page.getByRole('dialog');
    await go('/integrations');
    await page.getByRole('button', { name: 'Connect: Another program (REST)' }).click();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByText('Please fill this in').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(endpoint.url);
    const secretField = dialog.getByLabel('Signing secret');
    expect(await secretField.getAttribute('type')).toBe('password');
    await secretField.fill(secret);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const allow = dialog.getByRole('button', { name: `Allow ${new URL(endpoint.url).host}` });
    await allow.waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-not-allowed');
    await allow.click();
    await page.getByText('Another program (REST) is connected').waitFor();

    await go('/integrations/rules?new=');
    await choose(console, 'When', 'An order was made');
    await dialog.getByRole('button', { name: 'Add a line' }).click();
    await dialog.getByRole('combobox', { name: 'Name 1' }).fill('customer');
    await dialog.getByRole('button', { name: 'Insert a value: Value 1' }).click();
    await expectAccessible(page);
    await shoot(page, 'integrations-insert');
    await page.getByRole('menuitem', { name: 'Customer Ana Souza' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Value 1' }).inputValue()).toBe('{{data.clientName}}');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await page.getByRole('switch').waitFor();
    const [binding] = (await owner.get('/api/integrations/bindings')).body.data;
    expect(binding).toMatchObject({
      eventName: 'order.created',
      config: { fields: { customer: '{{data.clientName}}' } },
    });

    await emit(shop, 'order.created', { id: 'ord_1', clientName: 'Ana <b>' });
    await newestJob({ api: owner }, binding.id, 'FAILED');
    await go('/integrations/jobs?status=FAILED');
    await page.getByText('The other side refused it').waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-failed');
    await page.getByRole('link', { name: 'An order was made' }).click();
    await dialog.getByText('no such product').waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-job');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Done', { exact: true }).first().waitFor();
    expect(endpoint.calls.map(({ body }) => body)).toEqual([{ customer: 'Ana <b>' }, { customer: 'Ana <b>' }]);
    expect(endpoint.faults).toEqual([]);
  });

  test('a rule is deactivated, activated, changed and deleted, and a connection is disconnected', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    const { id } = await install(owner, 'spreadsheet');
    const { id: bindingId } = await bind(owner, id, 'lead.captured', 'append_row', {
      workbook: 'leads.csv',
      fields: { Name: '{{data.name}}' },
    });
    const read = async () => (await owner.get(`/api/integrations/bindings/${bindingId}`)).body;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await go('/integrations/rules');
    const turn = page.getByRole('switch', { name: 'A new lead was captured: Add a line' });
    await turn.press('Space');
    await page.getByText('You switched it off.').waitFor();
    expect((await read()).active).toBe(false);
    await turn.press('Space');
    await expect.poll(async () => (await read()).active).toBe(true);
    await button('Change').click();
    await dialog.getByRole('textbox', { name: 'Value 1' }).fill('{{data.name}} ({{data.phone}})');
    await dialog.getByRole('button', { name: 'More options' }).click();
    await dialog.getByRole('textbox', { name: 'Column for the event' }).fill('Event');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read()).config).toMatchObject({
      fields: { Name: '{{data.name}} ({{data.phone}})' },
      eventColumn: 'Event',
    });
    await button('Change').click();
    await dialog.getByRole('combobox', { name: 'File' }).fill('leads.doc');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.getByRole('combobox', { name: 'File' }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await go('/integrations');
    await button('Disconnect').click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Nothing is connected at the moment.').waitFor();
    await button('Show 1 that was disconnected').click();
    await button('Connect again').waitFor();
    await expectAccessible(page);
    await shoot(page, 'integrations-ended');
    await go('/integrations/rules');
    await page.getByText('Switched off: its connection was ended.').waitFor();
    await button('Delete').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await owner.get('/api/integrations/bindings')).body.data).toEqual([]);
  });

  test('a folder for spreadsheets is allowed and removed, and a missing one is reported', async () => {
    const { page, shop, owner, go } = await startConsole({ language: 'en' });
    const folder = await temporaryFolder();
    const allowed = async () => (await owner.get('/owner/spreadsheet-folders')).body.folders;
    await go('/integrations');
    const field = page.getByRole('textbox', { name: 'Allow another folder' });
    const card = page.getByRole('region', { name: 'Folders for spreadsheets' });
    await field.fill(`${folder}/nothing`);
    await field.press('Enter');
    await card.getByText('There is no such folder on this computer. Give its full path.').waitFor();
    await field.fill(shop.home);
    await field.press('Enter');
    await card.getByText('Frontdesk keeps its data there. Choose another folder.').waitFor();
    await shoot(page, 'integrations-folder-inside');
    await field.fill(folder);
    await field.press('Enter');
    await card.getByText(folder, { exact: true }).waitFor();
    expect(await allowed()).toEqual([folder]);
    await expectAccessible(page);
    await card.scrollIntoViewIfNeeded();
    await shoot(page, 'integrations-folders');
    const remove = card.getByRole('button', { name: 'Remove' });
    await remove.click();
    await expect.poll(allowed).toEqual([]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(allowed).toEqual([folder]);
    await remove.click();
    await expect.poll(allowed).toEqual([]);
  });
});
