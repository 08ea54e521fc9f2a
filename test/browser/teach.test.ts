import { expect, test } from 'vitest';
import { makeTestGate } from '../areas/agents/support.ts';
import { joao, maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import {
  type ConsoleOptions,
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type Language,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const faqs = [
  { question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' },
  { question: 'Vocês entregam?', answer: 'Sim, em toda a cidade.' },
];
const behavior = { debounceMs: 0, handoffAfterMisses: 0 };
const fits = 'document.documentElement.scrollWidth <= innerWidth';

/** A shop whose published agent replies on a channel. The gate is a double that can be made to fail. */
async function openShop({
  language = 'pt',
  ...options
}: ConsoleOptions & { language?: Language; misses?: number } = {}) {
  const { misses = 0, ...rest } = options;
  const gate = makeTestGate();
  const opened = await startConsole({ language, areas: gate.areas, ...rest });
  const { shop, owner } = opened;
  const channel = await pairChannel(shop);
  const draft = { name: 'Bia', language: 'pt', faqs, behavior: { ...behavior, handoffAfterMisses: misses } };
  const { id } = (await owner.post('/api/ai-agents', draft)).body;
  await owner.post(`/api/ai-agents/${id}/publish`);
  await owner.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: id });
  const settle = async () => {
    for (let round = 0; round < 2; round++) {
      await shop.settle();
      await shop.app.platform.services.replySender.idle();
    }
  };
  const ask = async (text: string, from = maria) => {
    const said = await channel.customerSays(from, text, { name: from === maria ? 'Maria Souza' : 'João Lima' });
    await settle();
    return said;
  };
  const say = await wordsOf(language, 'teach');
  return { ...opened, gate, channel, id, ask, settle, say };
}

const named = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

describeInBrowser('teaching an agent', () => {
  test.each(journeyLanguages)(
    'a question that a trial could not answer is taught and answered at once, in %s',
    async (language) => {
      const { page, go, id, say, owner } = await openShop({ language, viewport: 'laptop' });
      const words = await wordsOf(language, 'agent-try');
      await go(`/agents/${id}`);
      await page.getByRole('button', { name: words.open, exact: true }).click();
      const write = async (text: string) => {
        await page.getByLabel(words.write).fill(text);
        await page.keyboard.press('Enter');
      };
      await write('Vocês entregam?');
      await page.getByText('Sim, em toda a cidade.').waitFor();
      await page.getByText(say.why).click();
      await page.getByText(say.engines.local).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'teach-trace');
      await write('Vendem guarda-chuva?');
      await page.getByText(named(say.missed, { name: 'Bia' })).waitFor();
      await page.getByText(say.why).last().click();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'teach-missed');
      await page.getByRole('button', { name: say.teach, exact: true }).click();
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel(say.form.question).inputValue()).toBe('Vendem guarda-chuva?');
      await dialog.getByLabel(say.form.answer).fill('Sim, no balcão.');
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'teach-form');
      await dialog.getByRole('button', { name: say.form.save }).click();
      await dialog.getByText(say.result.live).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'teach-live');
      await dialog
        .getByRole('button', { name: (await wordsOf(language, 'shell')).common.close })
        .last()
        .click();
      await page.getByText('Sim, no balcão.').waitFor();
      expect((await owner.get(`/api/ai-agents/${id}`)).body.faqs).toHaveLength(3);
    },
  );

  test('in the inbox an answer is explained, and a missing one is taught and sent to the customer', async () => {
    const { page, go, ask, say, channel, settle } = await openShop({ viewport: 'laptop' });
    await ask('Tem estacionamento?');
    const { conversationId } = await ask('vendem guarda chuva?');
    await go(`/inbox/${conversationId}`);
    const messages = page.getByRole('article');
    const answer = messages.filter({ hasText: 'Sim, na rua de trás.' });
    await answer.hover();
    await answer.getByRole('button', { name: say.why }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('“Tem estacionamento?”').first().waitFor();
    await expectAccessible(page);
    await shoot(page, 'teach-inbox-why');
    await page.keyboard.press('Escape');
    const missed = messages.filter({
      hasText: named(say.missedOf, { name: 'Bia', question: 'vendem guarda chuva?' }),
    });
    await expectAccessible(page);
    await shoot(page, 'teach-inbox');
    await missed.getByRole('button', { name: say.teach }).click();
    expect(await dialog.getByLabel(say.form.question).inputValue()).toBe('vendem guarda chuva?');
    await dialog.getByLabel(say.form.answer).fill('Sim, no balcão.');
    await dialog.getByRole('checkbox', { name: say.form.alsoSend }).check();
    await shoot(page, 'teach-inbox-form');
    await dialog.getByRole('button', { name: say.form.save }).click();
    await dialog.getByText(say.result.live).waitFor();
    await page.keyboard.press('Escape');
    await missed.getByRole('button', { name: say.teach }).waitFor({ state: 'detached' });
    await messages.filter({ hasText: 'Sim, no balcão.' }).waitFor();
    await settle();
    const [last] = await channel.phoneShows(maria);
    expect(last).toMatchObject({ content: 'Sim, no balcão.', fromCustomer: false });
  });

  test('a handoff after too many misses can be taught from its note', async () => {
    const { page, go, ask, say } = await openShop({ misses: 1 });
    const { conversationId } = await ask('vendem guarda chuva?');
    await go(`/inbox/${conversationId}`);
    const note = page.getByRole('complementary', { name: (await wordsOf('pt', 'inbox')).thread.handoff });
    await note.getByRole('button', { name: say.teach }).click();
    expect(await page.getByRole('dialog').getByLabel(say.form.question).inputValue()).toBe('vendem guarda chuva?');
  });

  test.each(['laptop', 'phone'] as const)(
    'the unanswered questions are listed, dismissed and taught, on a %s',
    async (viewport) => {
      const { page, go, ask, say, id } = await openShop({ viewport });
      await go(`/agents/${id}`);
      const card = page.getByRole('region', { name: say.unanswered.title });
      await card.getByText(say.unanswered.empty).waitFor();
      await shoot(page, `teach-empty-${viewport}`);
      await ask('Tem wifi?', joao);
      await ask('Vendem guarda-chuva?', joao);
      await ask('vcs vendem guarda-chuvas', maria);
      await go('/');
      await page.getByRole('link', { name: 'Bia não soube responder 3 perguntas' }).waitFor();
      await expectAccessible(page);
      await shoot(page, `teach-today-${viewport}`);
      await page.getByRole('link', { name: 'Bia não soube responder 3 perguntas' }).click();
      const lines = card.getByRole('listitem');
      await expect.poll(() => lines.count()).toBe(2);
      expect(await lines.first().innerText()).toContain('guarda-chuva');
      await expectAccessible(page);
      await card.scrollIntoViewIfNeeded();
      await shoot(page, `teach-unanswered-${viewport}`);
      expect(await page.evaluate<boolean>(fits)).toBe(true);
      await card.getByRole('button', { name: named(say.unanswered.dismissNamed, { question: 'Tem wifi?' }) }).click();
      await expect.poll(() => lines.count()).toBe(1);
      await page.getByRole('button', { name: (await wordsOf('pt', 'shell')).common.undo }).click();
      await expect.poll(() => lines.count()).toBe(2);
      await lines
        .first()
        .getByRole('button', { name: /^Ensinar/ })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.form.answer).fill('Sim, no balcão.');
      if (viewport === 'phone') await shoot(page, 'teach-form-phone');
      await dialog.getByRole('button', { name: say.form.save }).click();
      await dialog.getByText(say.result.live).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => lines.count()).toBe(1);
      await lines.getByRole('link', { name: say.unanswered.open }).click();
      await page.getByText('Tem wifi?').first().waitFor();
    },
  );

  test('a refused answer shows its failed tests and is taken back, and a similar question is changed instead', async () => {
    const { page, go, ask, say, id, gate, owner } = await openShop();
    await ask('vendem guarda chuva?');
    await go(`/agents/${id}`);
    gate.failing = 1;
    const readFaqs = async () => (await owner.get(`/api/ai-agents/${id}`)).body.faqs;
    await page.getByRole('button', { name: /^Ensinar/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.form.answer).fill('Sim, por R$ 20.');
    await dialog.getByRole('button', { name: say.form.save }).click();
    await dialog.getByText(say.result.refused).waitFor();
    await expectAccessible(page);
    await shoot(page, 'teach-refused');
    expect(await readFaqs()).toHaveLength(3);
    await dialog.getByRole('button', { name: say.result.takeBack }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await readFaqs()).toHaveLength(2);
    gate.failing = 0;
    await page.getByRole('button', { name: /^Ensinar/ }).click();
    await dialog.getByLabel(say.form.question).fill('Vocês têm estacionamento?');
    await dialog.getByText(say.form.similar).waitFor();
    await expectAccessible(page);
    await shoot(page, 'teach-similar');
    await dialog.getByRole('button', { name: say.form.change }).click();
    expect(await dialog.getByLabel(say.form.answer).inputValue()).toBe('Sim, na rua de trás.');
    await dialog.getByLabel(say.form.answer).fill('Sim, é grátis.');
    await dialog.getByRole('button', { name: say.form.save }).click();
    await dialog.getByText(say.result.live).waitFor();
    expect((await readFaqs()).map(({ answer }: { answer: string }) => answer)).toContain('Sim, é grátis.');
  });

  test('a trace tells of several questions, how sure each answer is, and what was cut of the model', async () => {
    const { page, go, id, say } = await openShop({ viewport: 'laptop' });
    const faq = { kind: 'faq', id: 'faq_1', title: 'Tem estacionamento?', score: 0.92 };
    const trace = {
      ...{ engine: 'openai_compatible', fellBack: false, language: 'pt', tokens: null, milliseconds: 2_340 },
      scores: { threshold: 0.5, sureness: 0.92 },
      sources: [faq],
      understood: [
        { question: 'tem estacionamento', about: null, outcome: 'answered', found: [faq, faq] },
        {
          ...{ question: 'e a grande', about: 'calabresa', outcome: 'unsure' },
          found: [{ kind: 'catalog', id: 'item_1', title: 'Calabresa', score: 0.41 }],
        },
        {
          ...{ question: 'vende guarda chuva', about: null, outcome: 'unknown' },
          found: [{ ...faq, score: 0.03 }],
        },
      ],
      cut: [{ text: 'Custa R$ 5.', why: 'price' }],
    };
    const told = {
      kind: 'reply',
      text: 'Sim.',
      reason: null,
      summary: null,
      tools: [],
      isMiss: false,
      toldClosed: false,
    };
    await page.route('**/owner/agents/*/try', (route) => route.fulfill({ json: { ...told, trace } }));
    await go(`/agents/${id}`);
    const words = await wordsOf('pt', 'agent-try');
    await page.getByRole('button', { name: words.open, exact: true }).click();
    await page.getByLabel(words.write).fill('Tem estacionamento? E a grande? Vende guarda-chuva?');
    await page.keyboard.press('Enter');
    await page.getByText(say.why).click();
    const log = page.getByRole('log');
    const lines = [
      'pergunta “Tem estacionamento?”: muita certeza (92%)',
      '“e a grande” (sobre calabresa)',
      'Item “Calabresa” combina 41%, e ele responde a partir de 50%.',
      say.outcomes.unknown,
      `“Custa R$ 5.” – ${say.cutWhy.price}`,
      'Modelo de IA · 2,3 s · português',
    ];
    for (const line of lines) await log.getByText(line).waitFor();
    await expectAccessible(page);
    await shoot(page, 'teach-trace-whole');
    await log.getByRole('button', { name: say.teach, exact: true }).first().click();
    expect(await page.getByRole('dialog').getByLabel(say.form.question).inputValue()).toBe('e a grande');
  });
});
