import { expect, test } from 'vitest';
import { makeAgent } from '../support/shop/sales.ts';
import { type ConsoleOptions, describeInBrowser, expectAccessible, shoot, startConsole, wordsOf } from './support.ts';

const say = (id: string, text: string, next: string | null = null) => ({ id, type: 'message', config: { text }, next });

/** An agent, and helpers to make flows of it. */
async function openFlows(options: ConsoleOptions & { language?: 'pt' | 'en' | 'es' } = {}) {
  const opened = await startConsole({ language: 'en', ...options });
  const { api } = opened.shop;
  const aiAgentId = await makeAgent(api, { language: 'en' });
  const make = async (steps: object[]) => {
    const trigger = { type: 'keyword', words: ['menu'] };
    const { body } = await api.post('/api/flows', { aiAgentId, name: 'Welcome', trigger, steps });
    return { path: `/api/flows/${body.id}`, screen: `/flows/${body.id}` };
  };
  return { ...opened, api, aiAgentId, make, words: await wordsOf(options.language ?? 'en', 'flow-parts') };
}

describeInBrowser('ready-made flows, versions and what a flow lacks', () => {
  test.each(['laptop', 'phone'] as const)(
    'a flow begins with a ready-made one, or with a file that is dropped, on a %s',
    async (viewport) => {
      const { page, api, aiAgentId, go, words } = await openFlows({ viewport });
      await go('/flows?new');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('list', { name: words.gallery.label }).getByRole('button').nth(9).waitFor();
      await expectAccessible(page);
      await shoot(page, `flow-gallery-${viewport}`);
      await dialog.getByRole('button', { name: /^Order by chat/ }).click();
      await page.waitForURL(/\/flows\/flow_/);
      const flows = async () => (await api.get(`/api/flows?aiAgentId=${aiAgentId}`)).body.data;
      expect(await flows()).toMatchObject([{ name: 'Order by chat', status: 'DRAFT' }]);
      // It is not turned on before the shop has filled in what is its own.
      await go('/flows');
      await page.getByRole('switch', { name: 'Order by chat is on' }).click();
      await page.getByText(words.gallery.fillFirst).waitFor();
      await page.waitForURL(/\/flows\/flow_/);
      expect(await flows()).toMatchObject([{ status: 'DRAFT' }]);

      await go('/flows?new');
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: words.import.choose }).click();
      const notes = { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('[1]') };
      await (await chooser).setFiles(notes);
      await dialog.getByText(words.import.notAFlow.replace('{{name}}', 'notes.json')).waitFor();
      const file = { format: 'frontdesk-flow', version: 1, name: 'From a friend', trigger: { type: 'first_message' } };
      const content = JSON.stringify({ ...file, steps: [say('a', 'Hello')] });
      await page.evaluate<void>(`(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([${JSON.stringify(content)}], 'friend.flow.json'));
        const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('.fd-drop').dispatchEvent(drop);
      })()`);
      await page.waitForURL(/\/flows\/flow_/);
      await expect.poll(async () => (await flows()).length).toBe(2);
      await page.getByRole('heading', { name: 'From a friend' }).waitFor();
    },
  );

  test('versions tell what changed between them, and an earlier one is restored', async () => {
    const { page, api, go, make, words } = await openFlows({ viewport: 'laptop' });
    const flow = await make([say('a', 'Hello', 'b'), say('b', 'Bye')]);
    const choices = [{ value: 'Delivery' }, { value: 'Pickup' }];
    const asked = {
      id: 'c',
      type: 'ask',
      config: { text: 'How?', variable: 'how', kind: 'choice', choices },
      next: null,
    };
    await api.patch(flow.path, { steps: [say('a', 'Good evening', 'c'), asked] });
    await api.patch(flow.path, { trigger: { type: 'keyword', words: ['menu', 'card'] } });
    await go(flow.screen);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('menu, card').waitFor();
    await dialog.getByRole('button', { name: /^Version 2/ }).click();
    for (const text of ['Hello', 'Good evening', 'Question: How?', 'Message: Bye']) {
      await dialog.getByText(text).first().waitFor();
    }
    await expectAccessible(page);
    await shoot(page, 'flow-versions');
    await dialog.getByRole('button', { name: /^Version 1/ }).click();
    await dialog.getByRole('button', { name: words.versions.restore }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Version 1 is back, as version 4.').waitFor();
    expect((await api.get(flow.path)).body).toMatchObject({ version: 4, steps: [{ id: 'a' }, { id: 'b' }] });
    await page.getByText('Bye').first().waitFor();
    // What was there before can be undone back to.
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('How?').first().waitFor();
  });

  test('a flow that lacks something says what at which step, and a button opens the field that mends it', async () => {
    const { page, api, go, make, words } = await openFlows({ viewport: 'laptop' });
    const { body: stage } = await api.post('/api/conversation-stages', { name: 'New', color: '#1e88e5' });
    const flow = await make([{ id: 'a', type: 'conversation_stage', config: { stageId: stage.id }, next: null }]);
    await api.patch(`${flow.path}/toggle`, { active: true });
    await api.delete(`/api/conversation-stages/${stage.id}`);
    await go(flow.screen);
    await page.getByText(words.attention.title).waitFor();
    await expectAccessible(page);
    await shoot(page, 'flow-attention');
    await page.getByRole('button', { name: words.attention.stage }).click();
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('INPUT');
  });
});
