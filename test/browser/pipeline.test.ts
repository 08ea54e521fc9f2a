import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addCard, openPipeline } from '../areas/crm/support.ts';
import { joao } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, describeInBrowser, expectAccessible, shoot, startConsole, wordsOf } from './support.ts';

/** A console on the pipeline, whose first stage holds a party of João, who has written, then a lunch and a fair. */
async function openPipelineScreen(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', ...options });
  const channel = await pairChannel(open.shop);
  const { conversationId } = await channel.customerSays(joao, 'Do you do parties?', { name: 'João Lima' });
  const pipeline = await openPipeline(open.shop.api);
  const person = { contactName: 'João Lima', contactPhone: joao, conversationId };
  const add = (title: string, more: object) =>
    addCard(open.shop.api, pipeline.id, pipeline.stageIds[0], { title, ...more });
  const party = await add('Party', { value: 1200, ...person });
  const lunch = await add('Lunch', { value: 300 });
  await add('School fair', {});
  const words = await wordsOf(options.language ?? 'en', 'pipeline');
  await open.go('/pipeline');
  await cardOf(open.page, 'Party').waitFor();
  /** The titles of each stage, from top to bottom, as the server has them. */
  const stages = async (): Promise<string[][]> => {
    const { body } = await open.shop.api.get(`/api/crm/pipelines/${pipeline.id}/board`);
    return body.stages.map(({ cards }: { cards: { title: string }[] }) => cards.map(({ title }) => title));
  };
  return { ...open, channel, pipeline, party, lunch, words, stages, conversationId };
}

const cardOf = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const columnOf = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`^${title}, \\d`) });
/** Waits until a card has the focus. */
const focusOn = (place: Page | Locator, title: string) =>
  place.locator(`[data-card]:focus[aria-label="${title}"]`).waitFor();

describeInBrowser('the board', () => {
  test('shows count, sum, person, value and what is unread, and follows what others do', async () => {
    const { page, shop, pipeline, words } = await openPipelineScreen();
    const first = columnOf(page, 'Novo');
    await first.getByText('3 · R$1,500.00').waitFor();
    await expect.poll(() => cardOf(page, 'Party').getAttribute('aria-describedby')).toBeTruthy();
    const content = first.getByRole('article').first();
    for (const text of ['João Lima', 'R$1,200.00', words.card.unread_one.replace('{{count}}', '1')]) {
      await content.getByText(text).waitFor({ state: 'attached' });
    }
    await expectAccessible(page);
    await shoot(page, 'pipeline-board');
    await addCard(shop.api, pipeline.id, pipeline.stageIds[1], { title: 'From elsewhere', value: 10 });
    await columnOf(page, 'Qualificado').getByRole('link', { name: 'From elsewhere' }).waitFor();
  });

  test('arrows go to other cards, Shift and arrows move them, M and the menu too, and each move is announced', async () => {
    const { page, stages } = await openPipelineScreen();
    const board = await wordsOf('en', 'board');
    await cardOf(page, 'Party').focus();
    await page.keyboard.press('ArrowDown');
    await focusOn(page, 'Lunch');
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(async () => (await stages())[0]).toEqual(['Lunch', 'Party', 'School fair']);
    await focusOn(page, 'Lunch');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await stages())[1]).toEqual(['Lunch']);
    await page.getByRole('status').filter({ hasText: 'Lunch moved to Qualificado' }).waitFor({ state: 'attached' });
    await focusOn(page, 'Lunch');
    await page.keyboard.press('ArrowLeft');
    await focusOn(page, 'Party');
    await page.keyboard.press('End');
    await focusOn(page, 'School fair');
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: board.moveTo.replace('{{column}}', 'Proposta') }).click();
    await expect.poll(stages).toEqual([['Party'], ['Lunch'], ['School fair'], [], []]);
    await focusOn(page, 'School fair');
    await page.keyboard.press(' ');
    await page.getByRole('heading', { name: 'School fair', level: 2 }).waitFor();
  });

  test('a card is dragged to a place in another column, and returns if the server refuses', async () => {
    const { page, stages, shop, lunch } = await openPipelineScreen();
    await cardOf(page, 'Party').dragTo(columnOf(page, 'Proposta'));
    await expect.poll(stages).toEqual([['Lunch', 'School fair'], [], ['Party'], [], []]);
    await cardOf(page, 'School fair').dragTo(cardOf(page, 'Party'), { targetPosition: { x: 40, y: 4 } });
    await expect.poll(stages).toEqual([['Lunch'], [], ['School fair', 'Party'], [], []]);
    await columnOf(page, 'Proposta').getByText('2 · R$1,200.00').waitFor();
    await page.route('**/move', (route) => route.abort());
    await cardOf(page, 'Lunch').dragTo(columnOf(page, 'Qualificado'));
    await page.getByRole('status').filter({ hasText: 'is back' }).waitFor({ state: 'attached' });
    await columnOf(page, 'Novo').getByRole('link', { name: 'Lunch' }).waitFor();
    expect((await shop.api.get(`/api/crm/events?pipelineId=${lunch.pipelineId}&filter=${lunch.id}`)).body.total).toBe(
      1,
    );
  });

  test('W wins, L loses, and Z undoes it', async () => {
    const { page, stages, words } = await openPipelineScreen();
    await cardOf(page, 'Lunch').focus();
    await page.keyboard.press('w');
    await page.getByText(words.done.won.replace('{{name}}', 'Lunch')).waitFor();
    expect((await stages())[3]).toEqual(['Lunch']);
    await page.keyboard.press('z');
    await expect.poll(async () => (await stages())[0]).toEqual(['Party', 'Lunch', 'School fair']);
    // The card that is back takes the focus.
    await focusOn(columnOf(page, 'Novo'), 'Lunch');
    await page.keyboard.press('End');
    await focusOn(page, 'School fair');
    await page.keyboard.press('l');
    await expect.poll(async () => (await stages())[4]).toEqual(['School fair']);
  });

  test('search, unread and source filter the cards and their sums', async () => {
    const { page, words } = await openPipelineScreen();
    await page.keyboard.press('/');
    await page.keyboard.type('joao');
    await columnOf(page, 'Novo').getByText('1 · R$1,200.00').waitFor();
    await expect.poll(() => cardOf(page, 'Lunch').count()).toBe(0);
    await page.keyboard.press('Escape');
    await cardOf(page, 'Lunch').waitFor();
    await page.getByRole('button', { name: words.filters.unread }).click();
    await expect.poll(() => cardOf(page, 'Lunch').count()).toBe(0);
    await cardOf(page, 'Party').waitFor();
    await page.getByRole('button', { name: words.filters.unread }).click();
    await page.getByRole('combobox', { name: words.filters.source }).click();
    await page.getByRole('option', { name: words.sources.AGENT }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
  });

  test('a long column loads its cards while one scrolls', async () => {
    const { page, shop, pipeline } = await openPipelineScreen();
    for (let index = 0; index < 70; index++) {
      await addCard(shop.api, pipeline.id, pipeline.stageIds[1], { title: `Card ${index}` });
    }
    await page.reload();
    await cardOf(page, 'Card 0').focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");
      })
      .toBe('Card 69');
    await expect.poll(() => columnOf(page, 'Qualificado').getByRole('article').count()).toBeLessThan(40);
  });
});

describeInBrowser('a card', () => {
  test('opens beside the board with its conversation, timeline and details', async () => {
    const { page, shop, words, party, channel } = await openPipelineScreen();
    const inbox = await wordsOf('en', 'inbox');
    await cardOf(page, 'Party').click();
    const drawer = page.getByRole('complementary', { name: words.card.drawer });
    await drawer.getByText('Do you do parties?').waitFor();
    await expectAccessible(page);
    await shoot(page, 'pipeline-card');
    await drawer.getByRole('textbox', { name: inbox.composer.write }).fill('We do!');
    await page.keyboard.press('Enter');
    await channel.customerSays(joao, 'Great');
    await drawer.getByText('Great').waitFor();

    await drawer.getByRole('tab', { name: words.tabs.timeline }).click();
    await drawer.getByRole('textbox', { name: words.timeline.comment }).fill('Needs a cake');
    await drawer.getByRole('button', { name: words.timeline.send }).click();
    await drawer.getByText('Needs a cake').waitFor();
    await expectAccessible(page);

    await drawer.getByRole('tab', { name: words.tabs.details }).click();
    await drawer.getByLabel(words.fields.value).fill('1500.50');
    await page.keyboard.press('Tab');
    await columnOf(page, 'Novo').getByText('R$1,500.50', { exact: true }).waitFor();
    const read = async () => (await shop.api.get(`/api/crm/events?pipelineId=${party.pipelineId}`)).body.data[0];
    expect(await read()).toMatchObject({ type: 'UPDATED', changes: [{ field: 'value', from: 1200, to: 1500.5 }] });
    await expectAccessible(page);
    await drawer.getByRole('button', { name: words.card.won }).click();
    await columnOf(page, 'Ganho').getByRole('link', { name: 'Party' }).waitFor();
    await drawer.getByRole('button', { name: words.card.delete }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.card.delete }).click();
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => cardOf(page, 'Party').count()).toBe(0);
  });

  test('is created in a stage for a contact that is found by typing', async () => {
    const { page, shop, words, pipeline, conversationId } = await openPipelineScreen();
    await page.getByRole('button', { name: words.card.newIn.replace('{{stage}}', 'Proposta') }).click();
    const dialog = page.getByRole('dialog', { name: words.card.newTitle });
    await dialog.getByRole('textbox', { name: words.fields.title }).fill('Second party');
    await dialog.getByLabel(words.fields.value).fill('80');
    await dialog.getByRole('textbox', { name: words.fields.contactName }).fill('joã');
    await page.getByRole('option', { name: /João Lima/ }).click();
    await expectAccessible(page);
    await shoot(page, 'pipeline-new-card');
    await dialog.getByRole('button', { name: words.card.create }).click();
    await page.getByRole('heading', { name: 'Second party', level: 2 }).waitFor();
    const { body } = await shop.api.get(`/api/crm/stages/${pipeline.stageIds[2]}/cards`);
    expect(body.data).toMatchObject([{ value: 80, contactPhone: joao, contactName: 'João Lima', conversationId }]);
  });

  test('is shown and created beside the conversation of its person', async () => {
    const { page, go, words, conversationId } = await openPipelineScreen();
    await go(`/inbox/${conversationId}`);
    const panel = page.getByRole('complementary', { name: (await wordsOf('en', 'inbox')).panel.title });
    await panel.getByRole('link', { name: /Party/ }).waitFor();
    await panel.getByRole('button', { name: words.card.newTitle }).click();
    const dialog = page.getByRole('dialog', { name: words.card.newTitle });
    await dialog.getByRole('textbox', { name: words.fields.title }).fill('Cake');
    await dialog.getByRole('button', { name: words.card.create }).click();
    await page.getByRole('heading', { name: 'Cake', level: 2 }).waitFor();
    await page.getByText('Do you do parties?').waitFor();
  });
});

describeInBrowser('stages and pipelines', () => {
  test('an owner adds, renames, recolours, reorders and deletes stages on the board', async () => {
    const { page, shop, words, pipeline } = await openPipelineScreen();
    const stages = async () => (await shop.api.get('/api/crm/pipelines')).body.data[0].stages;
    const names = async () => (await stages()).map(({ name }: { name: string }) => name);
    await page.getByRole('button', { name: words.stages.new }).click();
    await page.keyboard.type('Tasting');
    await page.keyboard.press('Enter');
    await columnOf(page, 'Tasting').waitFor();
    await page.getByRole('button', { name: 'Qualificado', exact: true }).click();
    await page.keyboard.type('tasting');
    await page.keyboard.press('Enter');
    await page.getByText('already has a stage').waitFor();
    await page.keyboard.type(' done');
    await page.keyboard.press('Enter');
    await columnOf(page, 'tasting done').waitFor();
    const menu = async (stage: string, item: string) => {
      await page.getByRole('button', { name: words.stages.menuOf.replace('{{name}}', stage), exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Tasting', words.stages.left);
    await expect.poll(names).toEqual(['Novo', 'tasting done', 'Proposta', 'Ganho', 'Tasting', 'Perdido']);
    await menu('Tasting', words.colours.pink);
    await expect.poll(async () => (await stages())[4].color).toBe('#ec4899');
    await menu('Novo', words.stages.delete);
    const dialog = page.getByRole('dialog', { name: words.stages.deleteOf.replace('{{name}}', 'Novo') });
    await dialog.getByText(/^3 cards are in this stage/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: words.stages.delete }).click();
    await columnOf(page, 'tasting done').getByRole('link', { name: 'Party' }).waitFor();
    expect(await names()).toEqual(['tasting done', 'Proposta', 'Ganho', 'Tasting', 'Perdido']);
    await menu('Ganho', words.stages.delete);
    await page.getByText(words.stages.wonGone).waitFor();
    expect(pipeline.stageIds).toHaveLength(5);
  });

  test('an owner creates, renames and deletes a pipeline, unless it holds cards', async () => {
    const { page, words } = await openPipelineScreen();
    const open = (name: string) =>
      page.getByRole('button', { name: words.pipelines.choose.replace('{{name}}', name) }).click();
    const choose = (item: string) => page.getByRole('menuitem', { name: item }).click();
    await open('Vendas');
    await choose(words.pipelines.new);
    await page.getByRole('textbox', { name: words.pipelines.name }).fill('Weddings');
    await page.keyboard.press('Enter');
    await open('Weddings');
    await choose(words.pipelines.rename);
    await page.getByRole('textbox', { name: words.pipelines.name }).fill('Feasts');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: words.card.newIn.replace('{{stage}}', 'Novo') }).click();
    await page.getByRole('textbox', { name: words.fields.title }).fill('Only one');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Only one', level: 2 }).waitFor();
    await open('Feasts');
    await choose(words.pipelines.delete);
    await page.getByRole('dialog').getByRole('button', { name: words.pipelines.delete }).click();
    await page.getByRole('dialog').getByText('The pipeline holds 1 card(s)').waitFor();
  });

  test('the report plots funnel, weekly sales, sources and time in each stage', async () => {
    const { page, shop, party, lunch, pipeline, words } = await openPipelineScreen();
    const move = (id: string, stage: number) =>
      shop.api.post(`/api/crm/cards/${id}/move`, { toStageId: pipeline.stageIds[stage] });
    await move(party.id, 1);
    await move(party.id, 3);
    await move(lunch.id, 4);
    await page.getByText(words.view.report, { exact: true }).click();
    await page.getByText('R$1,200.00').first().waitFor();
    for (const name of ['weekly', 'funnel', 'sources', 'cycle']) {
      await page.getByRole('region', { name: words.report[name] }).waitFor();
    }
    const funnel = page.getByRole('region', { name: words.report.funnel });
    await funnel.getByRole('row', { name: /Novo 3 33%/ }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'pipeline-report');
  });

  test.each(['pt', 'es'] as const)('on a phone the columns fill the screen, in %s', async (language) => {
    const { page, words } = await openPipelineScreen({ language, viewport: 'phone' });
    const box = await columnOf(page, 'Novo').boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    await expectAccessible(page);
    await shoot(page, `pipeline-phone-${language}`);
    await cardOf(page, 'Party').click();
    await page.getByText('Do you do parties?').waitFor();
    await page.getByRole('button', { name: words.card.close }).click();
    await cardOf(page, 'Lunch').waitFor();
  });
});
