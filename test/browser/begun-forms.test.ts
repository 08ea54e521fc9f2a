import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, expire, openMaria, storage } from './kept.ts';
import { describeInBrowser, expectAccessible, shoot } from './support.ts';

describeInBrowser('what is begun in a form', () => {
  test('is there after the end of the session, wherever people write', async () => {
    const { page, owner, go, id } = await openMaria();
    const agent = (await owner.post('/api/ai-agents', { name: 'Ana' })).body.id;
    const base = (await owner.post('/api/knowledge-bases', { name: 'House' })).body.id;
    const { contact } = (await owner.get(`/api/conversations/${id}`)).body;
    const textbox = (name: string, within = page.locator('body')) => within.getByRole('textbox', { name, exact: true });
    const dialog = page.getByRole('dialog');
    /** The page of each form, the step that opens it, and its field. */
    const forms: [string, string | null, Locator][] = [
      [`/inbox/${id}`, 'Note', textbox('Write a note that only the shop sees')],
      ['/library/quick-replies', 'New quick reply', textbox('Text', dialog)],
      [`/knowledge/${base}`, null, textbox('Text')],
      ['/orders', 'New order', textbox('Note', dialog)],
      [`/customers/${contact.id}`, null, textbox('Notes')],
      // The last: changes of an agent ask before they are left.
      [`/agents/${agent}/identity`, null, textbox('Greeting')],
    ];
    const show = async ([place, opener, field]: (typeof forms)[number]) => {
      await go(place);
      if (opener !== null) await button(page, opener).first().click();
      await field.waitFor();
    };
    for (const form of forms) {
      const [place, , field] = form;
      await show(form);
      await field.fill(`Words at ${place}`);
      const signInAgain = await expire(page);
      await owner.post(`/api/conversations/${id}/messages`, { content: 'An event that the page asks about' });
      await page.getByLabel('Passphrase').waitFor();
      await signInAgain();
      await page.locator('#content').waitFor();
      await show(form);
      expect(await field.inputValue()).toBe(`Words at ${place}`);
    }
  });

  test('says in a dialog since when it continues, starts over on wish, and is forgotten when it is saved', async () => {
    const { page, go } = await openMaria();
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await go('/library/quick-replies');
      await button(page, 'New quick reply').first().click();
      await dialog.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
    };
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
    const note = dialog.getByText('Continues what was begun:');
    await open();
    expect(await note.count()).toBe(0);
    await text.fill('We open at');
    await page.reload();
    await open();
    await note.waitFor();
    await shoot(page, 'quick-reply-continued');
    await expectAccessible(page);
    await button(page, 'Start over').click();
    await note.waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe('');
    await dialog.getByRole('textbox', { name: 'Shortcut' }).fill('hours');
    await text.fill('We open at nine');
    await button(page, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    expect(await text.inputValue()).toBe('');
    expect(await note.count()).toBe(0);
    expect(await storage(page)).not.toContain('We open at');
  });
});
