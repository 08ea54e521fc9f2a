import { expect, test } from 'vitest';
import { openAgent } from './agent-page.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

describeInBrowser('agents', () => {
  test.each(journeyLanguages)(
    'an agent is created from a template, gets a question, is linked and published, in %s',
    async (language) => {
      const { page, owner, go } = await startConsole({ language });
      const say = await wordsOf(language, 'agents');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await owner.post('/api/channels', { name: 'Balcão', provider: 'CLOUD_API' });
      await owner.post('/api/knowledge-bases', { name: 'Cardápio' });
      await go('/agents');
      await page.getByText(say.empty).waitFor();
      await expectAccessible(page);
      await button(say.add).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.create.name).fill('Ana');
      await dialog.getByRole('combobox', { name: say.create.template }).click();
      await page.getByRole('option', { name: 'Pizzaria' }).click();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'agents-create');
      await dialog.getByRole('button', { name: say.create.submit }).click();
      await page.getByRole('heading', { level: 1, name: 'Ana' }).waitFor();
      const open = (section: string) => page.getByRole('link', { name: say.sections[section], exact: true }).click();

      await open('answers');
      await button(say.faq.add).click();
      await page.getByRole('textbox', { name: say.faq.question, exact: true }).fill('Vocês aceitam vale-refeição?');
      await page.getByRole('textbox', { name: say.faq.answer, exact: true }).fill('Sim, aceitamos vale-refeição.');
      await page.getByRole('region', { name: say.faq.title }).locator('form').getByRole('button').last().click();
      await page.getByRole('list').getByText('Sim, aceitamos vale-refeição.').waitFor();
      // A new agent replies from what the shop has written down.
      expect(await page.getByRole('checkbox', { name: 'Cardápio' }).isChecked()).toBe(true);
      await open('state');
      await page.getByRole('switch', { name: 'Balcão' }).click();
      await open('identity');
      await page.getByLabel(say.fields.greetingMessage).fill('Olá! Sou a Ana, da Padaria da Praça.');
      await page.getByRole('region', { name: say.fields.title }).locator('button[type=submit]').click();
      const [agent] = (await owner.get('/api/ai-agents')).body.data;
      await expect
        .poll(async () => {
          const { greetingMessage } = (await owner.get(`/api/ai-agents/${agent.id}`)).body;
          const { baseIds } = (await owner.get(`/api/ai-agents/${agent.id}/knowledge-bases`)).body;
          const [channel] = (await owner.get('/api/channels')).body.data;
          return [greetingMessage.startsWith('Olá! Sou a Ana'), baseIds.length, channel.aiAgentId === agent.id];
        })
        .toEqual([true, 1, true]);

      await open('state');
      await button(say.state.publish).click();
      await page.getByText(say.state.PUBLISHED).waitFor({ timeout: 20_000 });
      await page.getByText(say.gate.PASSED).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'agents-published');
      await go('/agents');
      await page.getByRole('listitem').filter({ hasText: 'Ana' }).getByText(say.status.PUBLISHED).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'agents-list');
    },
  );

  test('an agent that fails its tests is not published, and the screen says what to correct', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    const faqs = [{ question: 'Quanto custa a pizza?', answer: 'A pizza custa {{preço}} reais.' }];
    const { id } = (await owner.post('/api/ai-agents', { name: 'Bia', faqs })).body;
    await go(`/agents/${id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('It was not published: fix what is below and publish again.').waitFor({ timeout: 20_000 });
    const failed = page.getByRole('list', { name: 'Tests that failed' });
    await failed.getByRole('listitem').first().waitFor();
    await expectAccessible(page);
    await shoot(page, 'agents-refused');
    expect((await owner.get(`/api/ai-agents/${id}`)).body.status).toBe('DRAFT');
  });

  test.each(['desktop', 'phone'] as const)(
    'a draft is tried in a chat beside its settings, on a %s, and says where its answers come from',
    async (viewport) => {
      const faqs = [{ question: 'Vocês entregam?', answer: 'Sim, em toda a cidade.' }];
      const { page, owner, open } = await openAgent('identity', { faqs }, { language: 'pt', viewport });
      const say = await wordsOf('pt', 'agent-try');
      await page.getByRole('button', { name: say.open }).click();
      await page.getByRole('button', { name: 'Vocês entregam?' }).click();
      const reply = page.getByRole('article', { name: say.agents.replace('{{name}}', 'Ana') });
      await reply.getByText('Sim, em toda a cidade.').waitFor();
      await page.getByText('De: pergunta “Vocês entregam?”').waitFor();
      await expectAccessible(page);
      await page.getByLabel(say.write).fill('Quero falar com uma pessoa');
      await page.keyboard.press('Enter');
      await page.getByText(say.handoff.replace('{{reason}}', say.reasons.asked)).waitFor();
      await expectAccessible(page);
      await shoot(page, `agent-tried-${viewport}`);
      if (viewport === 'desktop') {
        // It stays while the settings are changed.
        await open('hours');
        await reply.first().waitFor();
      }
      await page.getByRole('button', { name: say.restart }).first().click();
      await reply.first().waitFor({ state: 'detached' });
      expect((await owner.get('/api/conversations')).body.data).toEqual([]);
    },
  );

  test('an agent that no channel uses says so, before and after it is published, and is given one in place', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt' });
    const say = (await wordsOf('pt', 'agents')).channels;
    const { id } = (await owner.post('/api/ai-agents', { name: 'Ana', templateId: 'pizzeria-pt' })).body;
    const { body: channel } = await owner.post('/api/channels', { name: 'Balcão', provider: 'CLOUD_API' });
    await go(`/agents/${id}`);
    await page.getByText(say.usedLater).waitFor();
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    await page.getByText(say.unused).waitFor({ timeout: 20_000 });
    await expectAccessible(page);
    await shoot(page, 'agents-unused');
    await go('/agents');
    await page.getByRole('listitem').filter({ hasText: 'Ana' }).getByText(say.noneShort).waitFor();
    await page.getByRole('link', { name: 'Ana', exact: true }).click();
    await page.getByRole('button', { name: say.use.replace('{{name}}', 'Balcão') }).click();
    await page.getByText(say.unused).waitFor({ state: 'detached' });
    expect((await owner.get(`/api/channels/${channel.id}`)).body.aiAgentId).toBe(id);
  });

  test('an agent is archived, restored and deleted', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    const { id } = (await owner.post('/api/ai-agents', { name: 'Caio' })).body;
    await go(`/agents/${id}`);
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await confirm('Archive');
    await page.getByText('It is put away.').waitFor();
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await page.getByText('It answers nobody yet.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm('Delete');
    await page.getByText('No agent yet.').waitFor();
    expect((await owner.get(`/api/ai-agents/${id}`)).status).toBe(404);
  });

  test('the agents fit a phone', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt', viewport: 'phone' });
    const { id } = (await owner.post('/api/ai-agents', { name: 'Ana', templateId: 'pizzeria-pt' })).body;
    await go(`/agents/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Ana' }).waitFor();
    await shoot(page, 'agents-phone');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
