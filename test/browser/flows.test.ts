import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { maria, must } from '../areas/flows/support.ts';
import { makeAgent } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, describeInBrowser, expectAccessible, shoot, startConsole, wordsOf } from './support.ts';

/** A console on the flows of a shop whose agent has a simulated channel. */
async function openFlowsScreen(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', viewport: 'laptop', ...options });
  const channel = await pairChannel(open.shop);
  const agentId = await makeAgent(open.shop.api);
  await must(open.shop.api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: agentId }));
  const words = await wordsOf(options.language ?? 'en', 'flows');
  /** Creates a flow and opens it. */
  const openFlow = async (steps: object[], trigger: object = { type: 'keyword', words: ['oi'] }) => {
    const { body } = await must(
      open.shop.api.post('/api/flows', { aiAgentId: agentId, name: 'Fluxo', trigger, steps }),
    );
    await open.go(`/flows/${body.id}`);
    await open.page.getByRole('heading', { name: 'Fluxo' }).waitFor();
    return `/api/flows/${body.id}`;
  };
  const saved = async (path: string) => (await open.shop.api.get(path)).body;
  /** The path of the flow that is shown. */
  const shownPath = async () => {
    await open.page.waitForURL(/\/flows\/flow_/);
    return `/api${new URL(open.page.url()).pathname}`;
  };
  /** What the shop has answered to a customer, oldest first. */
  const heard = async (): Promise<string[]> => {
    const shown = await channel.phoneShows(maria);
    return shown.flatMap(({ fromCustomer, content }) => (fromCustomer ? [] : [content ?? ''])).reverse();
  };
  return { ...open, channel, agentId, words, openFlow, saved, shownPath, heard };
}

const cardOf = (page: Page, id: string) => page.locator(`.fw-card[data-step="${id}"]`);
const lineOf = (page: Page, name: RegExp | string) => page.getByRole('treeitem', { name });
const say = (id: string, next: string | null = null) => ({ id, type: 'message', config: { text: `Text ${id}` }, next });
const question = (id: string, next: string | null = null) => ({
  id,
  type: 'ask',
  config: { text: 'How?', variable: 'how', kind: 'choice', choices: [{ value: 'Delivery' }, { value: 'Pickup' }] },
  next,
});

describeInBrowser('the builder of flows', () => {
  test('a flow is built with the mouse: steps added, texts filled in, ways drawn, and turned on', async () => {
    const { page, go, words, saved, shownPath } = await openFlowsScreen();
    await go('/flows');
    await page.getByRole('button', { name: words.add.flow }).click();
    await page.getByRole('button', { name: words.blank.create }).click();
    const path = await shownPath();
    await cardOf(page, 'message-1').click();
    const text = page.getByRole('textbox', { name: words.fields.text, exact: true });
    await text.fill('Hi, {{first');
    await page.getByRole('option', { name: /contact\.firstName/ }).click();
    expect(await text.inputValue()).toBe('Hi, {{contact.firstName}}');

    const addAt = async (id: string, exit: string, kind: string) => {
      await cardOf(page, id).hover();
      await cardOf(page, id)
        .getByRole('button', { name: words.canvas.addAt.replace('{{exit}}', exit) })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${kind}`) })
        .click();
    };
    await addAt('message-1', words.exits.next, words.kinds.ask);
    await page.getByRole('textbox', { name: words.ask.text, exact: true }).fill('Delivery or pickup?');
    await page.getByRole('combobox', { name: words.ask.kind }).click();
    await page.getByRole('option', { name: words.ask.kinds.choice }).click();
    await page.getByRole('textbox', { name: words.ask.choice.replace('{{number}}', '1') }).fill('Delivery');
    await page.getByRole('textbox', { name: words.ask.choice.replace('{{number}}', '2') }).fill('Pickup');
    await page.getByRole('button', { name: words.ask.branch }).click();
    await cardOf(page, 'branch-1').getByText('Delivery').waitFor();
    await addAt('branch-1', 'Delivery', words.kinds.message);
    await text.fill('We bring it.');
    await addAt('branch-1', 'Pickup', words.kinds.handoff);
    await page.getByRole('button', { name: words.canvas.fit }).click();

    // Otherwise as for pickup: the line is drawn from its handle.
    const handle = cardOf(page, 'branch-1').locator('.fw-out[data-handleid="next"]');
    await handle.dragTo(cardOf(page, 'handoff-1').locator('.fw-in'));
    await page.keyboard.press('Control+s');
    await page.getByText('Saved').waitFor();
    await expect
      .poll(async () => (await saved(path)).steps)
      .toMatchObject([
        { id: 'message-1', config: { text: 'Hi, {{contact.firstName}}' }, next: 'ask-1' },
        { id: 'ask-1', config: { choices: [{ value: 'Delivery' }, { value: 'Pickup' }] }, next: 'branch-1' },
        { id: 'branch-1', config: { branches: [{ next: 'message-2' }, { next: 'handoff-1' }] }, next: 'handoff-1' },
        { id: 'message-2', config: { text: 'We bring it.' }, next: null },
        { id: 'handoff-1' },
      ]);
    await page.getByRole('button', { name: words.actions.turnOn }).click();
    await page.getByText(words.done.on).waitFor();
    expect((await saved(path)).status).toBe('ACTIVE');

    // A line is taken away by itself, and no step with it.
    const line = page.locator('.react-flow__edge[data-id="branch-1|next"]');
    await line.dispatchEvent('click');
    await page.locator('.fw-canvas').focus();
    await page.keyboard.press('Delete');
    await line.waitFor({ state: 'detached' });
    await cardOf(page, 'handoff-1').waitFor();
    await page.getByRole('button', { name: words.actions.undo }).click();
    await line.waitFor({ state: 'attached' });
    await expectAccessible(page);
    await shoot(page, 'flows-built');
  });

  test('a flow is built, tested, turned on, changed and rolled back with the keyboard alone, and runs for a customer', async () => {
    const { page, go, words, saved, shownPath, channel, heard } = await openFlowsScreen();
    const press = (key: string) => page.keyboard.press(key);
    const type = (text: string) => page.keyboard.type(text);
    const add = async (kind: string) => {
      await press('a');
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await type(kind);
      await press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await page.evaluate(`localStorage.setItem('frontdesk.flow-view', 'outline')`);
    await go('/flows?new');
    await page.getByRole('button', { name: words.blank.create }).press('Enter');
    const path = await shownPath();
    await lineOf(page, new RegExp(words.triggers.keyword)).press('ArrowDown');
    await add(words.kinds.ask);
    await page.getByRole('textbox', { name: words.ask.text, exact: true }).and(page.locator(':focus')).waitFor();
    await type('Your name?');
    await press('Escape');
    await page.locator('[data-line="ask-1"]:focus').waitFor();
    await add(words.kinds.message);
    await page.locator('.fw-panel textarea:focus').waitFor();
    await type('Thanks, {{ans');
    await press('Enter');
    await type('!');
    await press('Escape');
    await page.locator('[data-line="message-2"]:focus').waitFor();
    await press('Alt+ArrowUp');
    await expect.poll(() => page.getByRole('treeitem').nth(2).getAttribute('data-line')).toBe('message-2');
    await press('Control+z');
    await expect.poll(() => page.getByRole('treeitem').nth(2).getAttribute('data-line')).toBe('ask-1');
    await press('Control+d');
    await page.locator('[data-line="message-3"]:focus').waitFor();
    await press('Delete');
    await page.locator('[data-line="message-3"]').waitFor({ state: 'detached' });
    await press('Control+s');
    await page.getByText('Saved').waitFor();
    await expect
      .poll(async () => (await saved(path)).steps.map(({ next }: { next: string }) => next))
      .toEqual(['ask-1', 'message-2', null]);
    expect((await saved(path)).steps[2].config.text).toBe('Thanks, {{answer1}}!');

    await page.getByRole('button', { name: words.test.open }).press('Enter');
    await page.locator('.fw-say textarea:focus').waitFor();
    await type('the menu please');
    await press('Enter');
    const talk = page.getByRole('log', { name: words.test.talk });
    await talk.getByText('Your name?').waitFor();
    await page.locator('[data-line="ask-1"][data-lit="here"]').waitFor();
    await type('Ana');
    await press('Enter');
    await talk.getByText('Thanks, Ana!').waitFor();
    await talk.getByText(words.states.COMPLETED).waitFor();
    await page.locator('[data-line="message-2"][data-lit="passed"]').waitFor();
    await expectAccessible(page);
    await shoot(page, 'flows-tested');

    await page.getByRole('button', { name: words.actions.turnOn }).press('Enter');
    await page.getByText(words.done.on).waitFor();
    await channel.customerSays(maria, 'menu', { name: 'Maria Silva' });
    await expect.poll(async () => (await heard()).at(-1)).toBe('Your name?');
    await page.getByRole('button', { name: words.runs.open }).press('Enter');
    await page.getByRole('button', { name: /^Maria Silva/ }).press('Enter');
    await page.getByRole('list', { name: words.runs.way }).getByText('Your name?').waitFor();
    await page.locator('[data-line="ask-1"]').getByText(words.counts.standing_one.replace('{{count}}', '1')).waitFor();
    await expectAccessible(page);
    await shoot(page, 'flows-runs');

    // A change is the next version; the run that waits keeps its own.
    await page.locator('[data-line="message-2"]').press('Enter');
    await page.locator('.fw-panel textarea:focus').waitFor();
    await press('Control+a');
    await type('Bye!');
    await press('Control+s');
    await page.getByText(words.done.savedOn.replace('{{version}}', '3')).waitFor();
    await channel.customerSays(maria, 'Maria');
    await expect.poll(async () => (await heard()).at(-1)).toBe('Thanks, Maria!');

    // Rolled back, the version before is the newest.
    const parts = await wordsOf('en', 'flow-parts');
    await page.getByRole('button', { name: words.menu, exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: words.actions.versions }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Version 2/ }).press('Enter');
    await dialog.getByRole('button', { name: parts.versions.restore }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await saved(path)).toMatchObject({ version: 4, status: 'ACTIVE' });
    expect((await saved(path)).steps[2].config.text).toBe('Thanks, {{answer1}}!');
    await lineOf(page, /Thanks/).waitFor();
  });

  test('faults stand at their steps and lead to their fields, and a flow with one cannot be turned on', async () => {
    const { page, openFlow, words } = await openFlowsScreen();
    await openFlow([say('a', 'b'), { ...say('b'), config: { text: 'Hi {{nobody}}' } }]);
    const fault = cardOf(page, 'b').getByRole('img', { name: /nobody/ });
    await fault.waitFor();
    expect(await page.getByRole('button', { name: words.actions.turnOn }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: words.faults.count_one.replace('{{count}}', '1') }).click();
    await page.getByRole('button', { name: /nobody/ }).click();
    await page.locator('.fw-panel textarea:focus').fill('Hi');
    await fault.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: words.actions.saveAndTurnOn }).click();
    await page.getByText(words.done.on).waitFor();
  });

  test('steps are copied into another flow, and leaving with unsaved changes asks first', async () => {
    const { page, openFlow, words, go } = await openFlowsScreen();
    const shell = await wordsOf('en', 'shell');
    await openFlow([question('q', 'after'), say('after')]);
    // The canvas moves this card to its middle, where the form does not cover it; the other one is beside it then.
    await cardOf(page, 'after').click();
    await page.locator('.fw-panel').waitFor();
    await cardOf(page, 'q').click({ modifiers: ['Shift'] });
    await page.locator('.fw-card[data-step="q"][data-selected]').waitFor();
    await page.keyboard.press('Control+c');
    await openFlow([say('only')]);
    await cardOf(page, 'only').click();
    await page.keyboard.press('Control+v');
    await cardOf(page, 'after').waitFor();
    await page.getByRole('button', { name: words.actions.undo }).click();
    await cardOf(page, 'after').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: words.actions.redo }).click();
    await cardOf(page, 'q').waitFor();
    await go('/inbox');
    const dialog = page.getByRole('dialog', { name: shell.leave.title });
    await dialog.getByRole('button', { name: shell.leave.stay }).click();
    await page.getByRole('button', { name: shell.common.save, exact: true }).click();
    await page.getByText(shell.common.saved).waitFor();
    await go('/inbox');
    await page.waitForURL(/\/inbox/);
  });

  test('what others saved meanwhile is not overwritten unless one says so', async () => {
    const { page, openFlow, words, shop, saved } = await openFlowsScreen();
    const shell = await wordsOf('en', 'shell');
    const path = await openFlow([say('a')]);
    await cardOf(page, 'a').click();
    await page.getByRole('textbox', { name: words.fields.text, exact: true }).fill('Mine');
    await must(shop.api.patch(path, { steps: [{ ...say('a'), config: { text: 'Theirs' } }] }));
    await page.getByRole('button', { name: shell.common.save, exact: true }).click();
    await page.getByText(words.outdated.title).waitFor();
    expect((await saved(path)).steps[0].config.text).toBe('Theirs');
    await page.getByRole('button', { name: words.outdated.insist }).click();
    await page.getByRole('button', { name: shell.common.save, exact: true }).click();
    await expect.poll(async () => (await saved(path)).steps[0].config.text).toBe('Mine');
  });

  test('on a phone the flow is a list with its forms over it', async () => {
    const { page, openFlow, words, saved } = await openFlowsScreen({ language: 'pt', viewport: 'phone' });
    const shell = await wordsOf('pt', 'shell');
    const path = await openFlow([question('q', 'after'), say('after')]);
    await lineOf(page, /How\?/).click();
    await expectAccessible(page);
    await shoot(page, 'flows-phone');
    await page.getByRole('textbox', { name: words.ask.text, exact: true }).fill('Como?');
    await page.getByRole('button', { name: shell.common.close }).click();
    await lineOf(page, /Como\?/).waitFor();
    await page.getByRole('button', { name: shell.common.save, exact: true }).click();
    await expect.poll(async () => (await saved(path)).steps[0].config.text).toBe('Como?');
  });
});
