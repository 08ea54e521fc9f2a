import { expect, test } from 'vitest';
import { ManualClock } from '../support/server/clock.ts';
import { joao, maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, describeInBrowser, expectAccessible, shoot, startConsole, wordsOf } from './support.ts';

const minuteMs = 60_000;

/** A console on the queue: João and Maria wait, since no agent would answer; Maria wrote last. */
async function openQueue(options: ConsoleOptions & { provider?: 'CLOUD_API' } = {}) {
  const { provider, ...rest } = options;
  const open = await startConsole({ language: 'en', viewport: 'laptop', ...rest });
  const { page, owner, shop } = open;
  const channel = await pairChannel(shop, provider);
  await channel.customerSays(joao, 'Bom dia', { name: 'João Lima' });
  const { conversationId: id } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
  await open.go('/inbox?view=waiting');
  const words = await wordsOf('en', 'inbox');
  const shell = await wordsOf('en', 'shell');
  const rows = page.locator('.ib-row');
  await rows.nth(1).waitFor();
  const { user } = (await owner.get('/owner/session')).body;
  return {
    ...open,
    channel,
    words,
    rows,
    id,
    user,
    conversation: async () => (await owner.get(`/api/conversations/${id}`)).body,
    row: (name: string) => page.getByRole('link', { name: new RegExp(name) }),
    /** The tab of a view, with its count if one is given. */
    tab: (view: 'waiting' | 'mine' | 'all', count?: number) =>
      page.getByRole('button', { name: new RegExp(`^${words.views[view]} ?${count ?? '\\d*'}$`) }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    undo: (done: string) =>
      page.getByRole('status').filter({ hasText: done }).getByRole('button', { name: shell.common.undo }).click(),
    async openMaria() {
      await page.getByRole('link', { name: /Maria Souza/ }).click();
      await page.getByRole('log').getByText('Oi', { exact: true }).waitFor();
    },
    async write(text: string) {
      const field = page.getByRole('textbox', { name: words.composer.write });
      await field.fill(text);
      await field.press('Enter');
      await page.getByRole('log').getByText(text).waitFor();
    },
  };
}

describeInBrowser('the service of the inbox', () => {
  test('who is answered leaves the queue, belongs to the person who answered, and waits for her alone', async () => {
    const { page, channel, tab, row, rows, words, conversation, openMaria, write, user } = await openQueue();
    await tab('waiting', 2).waitFor();
    await tab('mine').waitFor();
    await openMaria();
    await page.locator('.ib-header').getByText(words.list.waits.replace('{{time}}', '1 min')).waitFor();
    await write('I am looking');
    await row('Maria Souza').waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(1);
    await tab('waiting', 1).waitFor();
    await page.locator('.ib-header').getByText(words.states.IN_SERVICE).waitFor();
    expect(await conversation()).toMatchObject({ status: 'HANDED_OFF', waitingSince: null, assignedToUserId: user.id });
    await tab('mine', 1).click();
    await page
      .getByRole('link', { name: new RegExp(`Maria Souza.*${words.states.IN_SERVICE}.*${user.name}`) })
      .waitFor();
    expect(await page.locator('.ib-tab-count[data-called]').count()).toBe(1);
    await channel.customerSays(maria, 'And now?');
    await row('Maria Souza.*waits 1 min').waitFor();
    await expect.poll(() => page.locator('.ib-tab-count[data-called]').count()).toBe(2);
    await tab('waiting', 1).waitFor();
    await expectAccessible(page);
    await tab('all').click();
    await expect.poll(() => rows.count()).toBe(2);
    await shoot(page, 'inbox-service');
  });

  test('a resolved conversation of a person comes back to her, by undo and by reopening', async () => {
    const { words, conversation, openMaria, write, button, undo, user } = await openQueue();
    await openMaria();
    await write('Done');
    const hers = { status: 'HANDED_OFF', assignedToUserId: user.id, waitingSince: null };
    await expect.poll(conversation).toMatchObject(hers);
    await button(words.actions.resolve).click();
    await expect.poll(conversation).toMatchObject({ status: 'RESOLVED' });
    await undo(words.done.resolved);
    await expect.poll(conversation).toMatchObject(hers);
    await button(words.actions.resolve).click();
    await expect.poll(conversation).toMatchObject({ status: 'RESOLVED' });
    await button(words.actions.reopen).click();
    await expect.poll(conversation).toMatchObject(hers);
  });

  test('a conversation is assigned to a colleague, and undo gives it back to whom it was', async () => {
    const { page, owner, words, tab, conversation, openMaria, button, undo } = await openQueue();
    const { body: carla } = await owner.post('/owner/people', { name: 'Carla', role: 'attendant' });
    await page.reload();
    await openMaria();
    await button(words.actions.assign).click();
    await page.getByRole('menuitem', { name: 'Carla' }).click();
    await expect.poll(conversation).toMatchObject({ assignedToUserId: carla.id });
    await tab('waiting', 1).waitFor();
    await undo(words.done.assigned.replace('{{name}}', 'Carla'));
    await expect.poll(conversation).toMatchObject({ assignedToUserId: null, assignedTo: null });
    await tab('waiting', 2).waitFor();
  });

  test('a conversation is put aside until a time, and waits again when it has come', async () => {
    const clock = new ManualClock(new Date().toISOString());
    const { page, shop, words, tab, row, conversation, openMaria, button, undo } = await openQueue({ clock });
    await openMaria();
    await button(words.actions.takeOver).click();
    await expect.poll(conversation).toMatchObject({ status: 'HANDED_OFF' });
    await button(words.snooze.begin).click();
    await page.getByRole('menuitem', { name: new RegExp(words.snooze.tomorrow) }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: new RegExp(words.snooze.hour) }).click();
    await row('Maria Souza').waitFor({ state: 'detached' });
    const { snooze } = await conversation();
    expect(Date.parse(snooze.until) - clock.now().getTime()).toBeGreaterThan(59 * minuteMs);
    await undo(words.done.snoozed);
    await row('Maria Souza').waitFor();
    await button(words.snooze.begin).click();
    await page.getByRole('menuitem', { name: new RegExp(words.snooze.hour) }).click();
    await row('Maria Souza').waitFor({ state: 'detached' });
    clock.advance(62 * minuteMs);
    await shop.app.platform.scheduler.tick();
    // Events are sent after a pause, which only this clock ends.
    clock.advance(minuteMs);
    await row('Maria Souza').waitFor();
    await tab('waiting', 2).waitFor();
  });

  test('a conversation is put aside until the customer writes, or until somebody takes it up', async () => {
    const { page, channel, words, tab, row, conversation, openMaria, write, button } = await openQueue();
    await openMaria();
    await write('Tell me when you know');
    await tab('mine', 1).click();
    const putAside = async () => {
      await button(words.snooze.begin).click();
      await page.getByRole('menuitem', { name: words.snooze.nextMessage }).click();
      await row('Maria Souza').waitFor({ state: 'detached' });
      expect((await conversation()).snooze).toEqual({ until: null });
    };
    await putAside();
    await page.getByText(words.list.noneMine).waitFor();
    await button(words.snooze.end).click();
    await row('Maria Souza').waitFor();
    await putAside();
    await tab('all').click();
    await row(`Maria Souza.*${words.states.SNOOZED}`).waitFor();
    await tab('mine').click();
    await channel.customerSays(maria, 'I know now');
    await row('Maria Souza.*waits').waitFor();
  });

  test('a note is kept among the messages for the shop alone, and a deleted one comes back', async () => {
    const { page, channel, shop, words, id, openMaria, button, undo, user } = await openQueue();
    await openMaria();
    await button(words.composer.modes.note).click();
    await page.keyboard.type('Allergic to nuts');
    await page.reload();
    await button(words.composer.modes.note).click();
    const field = page.getByRole('textbox', { name: words.notes.write });
    await expect.poll(() => field.inputValue()).toBe('Allergic to nuts');
    await field.press('Enter');
    const note = page.getByRole('article', { name: words.notes.label });
    await note.getByText('Allergic to nuts').waitFor();
    await note.getByText(words.notes.by.replace('{{name}}', user.name)).waitFor();
    expect(await field.inputValue()).toBe('');
    await expectAccessible(page);
    await shoot(page, 'inbox-note');
    await note.getByRole('button', { name: words.notes.delete }).click();
    await note.waitFor({ state: 'detached' });
    await undo(words.done.noteDeleted);
    await note.getByText('Allergic to nuts').waitFor();
    await shop.settle();
    expect((await channel.phoneShows(maria)).map(({ content }) => content)).toEqual(['Oi']);
    expect((await shop.api.get(`/api/conversations/${id}/messages`)).body.data).toHaveLength(1);
  });

  test('what a campaign sends stays out of the list until somebody answers', async () => {
    const { page, owner, shop, channel, rows, row, tab } = await openQueue({ provider: 'CLOUD_API' });
    const body = [{ type: 'BODY', text: 'Pizza hoje!' }];
    const promo = { name: 'promo', category: 'MARKETING', language: 'pt_BR', components: body };
    const { body: template } = await owner.post(`/api/channels/${channel.id}/chat-templates`, promo);
    const { body: rules } = await owner.get('/api/marketing-campaigns/sending-rules');
    await owner.put('/api/marketing-campaigns/sending-rules', { ...rules, sendingHours: null });
    await shop.settle();
    const { body: made } = await owner.post('/api/marketing-campaigns', {
      name: 'Natal',
      channelId: channel.id,
      channelTemplateId: template.id,
      audienceSource: 'CSV',
      sendIntervalMs: 250,
    });
    const path = `/api/marketing-campaigns/${made.id}`;
    await owner.put(`${path}/audience`, { rows: [{ phone: '11980000001', name: 'Bia Alves' }] });
    expect((await owner.post(`${path}/start`, {})).status).toBe(200);
    await expect.poll(() => channel.phoneShows('+5511980000001'), { timeout: 20_000 }).toHaveLength(1);
    await tab('all').click();
    await page.reload();
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await channel.customerSays('+5511980000001', 'Quero!');
    await row('Bia Alves').waitFor();
    expect(await rows.count()).toBe(3);
  });
});
