import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pixel } from '../support/files/samples.ts';
import { maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, shoot, startConsole } from './support.ts';

const promo = {
  name: 'promo',
  category: 'MARKETING',
  language: 'pt_BR',
  components: [{ type: 'BODY', text: 'Oi {{1}}, hoje {{2}}!', example: { body_text: [['Ana', 'pizza']] } }],
};

/** A console with Maria's conversation on a channel of a kind; a cloud one has a template. */
async function openMaria(provider: '<QR_PROVIDER>' | 'CLOUD_API') {
  const open = await startConsole({ language: 'en', viewport: 'laptop' });
  const { shop, owner, page, go } = open;
  const channel = await pairChannel(shop, provider);
  const { conversationId: id } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
  const { body: template } = await owner.post(`/api/channels/${channel.id}/chat-templates`, promo);
  await shop.settle();
  await go(`/inbox/${id}`);
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.waitFor();
  const sent = async () => (await channel.phoneShows(maria)).filter((one) => !one.fromCustomer);
  return { ...open, channel, templateId: template.id as string, field, sent };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('a text that may become too long', () => {
  test('shows its length near the limit of its channel, and is not sent when it is over', async () => {
    const { page, field, sent } = await openMaria('CLOUD_API');
    await field.fill('x'.repeat(3_000));
    expect(await page.getByText('/ 4,096').count()).toBe(0);
    await field.fill('x'.repeat(4_000));
    await page.getByText('Text: 4,000 / 4,096').waitFor();
    await field.fill('x'.repeat(4_097));
    await page.getByRole('alert').getByText('Text: 4,097 characters, and at most 4,096 can be sent.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'inbox-too-long');
    await field.press('Enter');
    expect(await button(page, 'Send').isDisabled()).toBe(true);
    expect(await field.inputValue()).toHaveLength(4_097);
    await field.press('Backspace');
    await page.getByText('Text: 4,096 / 4,096').waitFor();
    await field.press('Enter');
    await expect.poll(sent).toMatchObject([{ content: 'x'.repeat(4_096) }]);
  });

  test('with a file has the limit of a caption, and the fault says how it can be sent', async () => {
    const { page, field, sent } = await openMaria('CLOUD_API');
    const chosen = page.waitForEvent('filechooser');
    await button(page, 'Attach files').click();
    await (await chosen).setFiles({ name: 'menu.png', mimeType: 'image/png', buffer: pixel });
    await field.fill('x'.repeat(1_025));
    const fault = page.getByRole('alert');
    await fault.getByText('Caption: 1,025 characters, and at most 1,024 can be sent.').waitFor();
    await fault.getByText('Send the text and the file one after the other.').waitFor();
    await field.press('Enter');
    await button(page, 'Remove menu.png').click();
    await fault.waitFor({ state: 'detached' });
    expect(await sent()).toEqual([]);
    await field.press('Enter');
    await expect.poll(sent).toMatchObject([{ type: 'TEXT' }]);
  });

  test('may be longer on a channel that is paired by QR code', async () => {
    const { page, field, sent } = await openMaria('<QR_PROVIDER>');
    await field.fill('x'.repeat(5_000));
    await field.press('Enter');
    await expect.poll(sent).toMatchObject([{ content: 'x'.repeat(5_000) }]);
    await field.fill('x'.repeat(65_000));
    await page.getByText('Text: 65,000 / 65,536').waitFor();
  });

  test('is measured in a template with its values', async () => {
    const { page } = await openMaria('CLOUD_API');
    await button(page, 'Send a template').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'promo (pt_BR)' }).click();
    await dialog.getByRole('textbox', { name: /1/ }).fill('Ana');
    await dialog.getByRole('textbox', { name: /2/ }).fill('x'.repeat(1_020));
    await dialog.getByRole('alert').getByText('Text: 1,034 characters').waitFor();
    await expectAccessible(page);
    await shoot(page, 'template-too-long');
    expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: /2/ }).fill('pizza');
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(false);
  });

  test('is reported in the last look at a campaign, with its rows', async () => {
    const { page, owner, go, channel, templateId } = await openMaria('CLOUD_API');
    const draft = { name: 'Bread', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CSV' };
    const { id } = (await owner.post('/api/marketing-campaigns', draft)).body;
    const path = `/api/marketing-campaigns/${id}`;
    const mappings = [
      { variable: '1', source: 'CONTACT', value: 'firstName', fallback: 'you' },
      { variable: '2', source: 'FIELD', value: 'offer' },
    ];
    await owner.put(`${path}/variables`, { mappings });
    const offers = ['bread', 'x'.repeat(1_020), ''];
    const rows = offers.map((offer, at) => ({
      phone: `+551198000000${at}`,
      name: `Person ${at}`,
      variables: { offer },
    }));
    const { body } = await owner.put(`${path}/audience`, { rows });
    expect(body).toMatchObject({ accepted: 3, unsendable: { count: 2, tooLong: 1 } });
    await go(`/campaigns/${id}?step=check`);
    await page.getByText('2 people will get no message').waitFor();
    await page.getByText('For one the text becomes too long.').waitFor();
    await page.getByText('Row 2, Person 1:').waitFor();
    await expectAccessible(page);
    await shoot(page, 'campaign-unsendable');
  });
});
