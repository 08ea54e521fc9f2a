import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, openAgent, region, save } from './agent-page.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, wordsOf } from './support.ts';

const fitsWidth = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
const workday = [{ from: '09:00', to: '18:00' }];
const week = { mon: workday, tue: workday, wed: workday, thu: workday, fri: workday, sat: [], sun: [] };
const monday = { pt: 'Segunda-feira', en: 'Monday', es: 'Lunes' };

describeInBrowser('the settings of an agent', () => {
  test.each(journeyLanguages)(
    'hours, services, rules and behavior are saved and shown again, in %s',
    async (language) => {
      const { page, say, read, open, shot } = await openAgent('hours', { services: [{ name: 'Barba' }] }, { language });
      const words = say.hours;
      const time = (name: string, end: 'from' | 'to') => page.getByLabel(`${name}, ${words[end]}`, { exact: true });

      await page.getByRole('radio', { name: words.byHours }).click();
      await time(monday[language], 'to').fill('12:00');
      await button(page, `${words.addRange}: ${monday[language]}`).click();
      await time(`${monday[language]} (2)`, 'from').fill('19:00');
      await time(`${monday[language]} (2)`, 'to').fill('02:00');
      await page.getByText(words.nextDay, { exact: true }).waitFor();
      await button(page, `${words.copy}: ${monday[language]}`).click();
      await expectAccessible(page);
      await shot('agent-hours-copy');
      await page.getByRole('menuitem', { name: words.everyDay }).click();
      await button(page, words.addException).click();
      await page.getByLabel(words.date).fill('2026-12-25');
      await shot('agent-hours');
      await save(page);
      const both = [
        { from: '09:00', to: '12:00' },
        { from: '19:00', to: '02:00' },
      ];
      await expect
        .poll(async () => (await read()).businessHours)
        .toEqual({
          timezone: null,
          days: { mon: both, tue: both, wed: both, thu: both, fri: both, sat: both, sun: both },
          exceptions: [{ date: '2026-12-25', closed: true, ranges: [] }],
        });
      await expectAccessible(page);

      await open('offers');
      await button(page, say.services.add).click();
      const service = page.getByRole('form', { name: say.services.add });
      await service.getByLabel(say.services.name).fill('Corte');
      await service.getByLabel(say.services.duration).fill('45');
      await service.getByLabel(say.services.price).fill(language === 'en' ? '49.9' : '49,9');
      await expectAccessible(page);
      await shot('agent-services-add');
      await save(service);
      await button(page, `${say.list.up}: Corte`).click();
      const corte = { name: 'Corte', description: null, durationMinutes: 45, price: 49.9 };
      await expect.poll(async () => (await read()).services).toMatchObject([corte, { name: 'Barba', price: null }]);
      await expectAccessible(page);

      await open('rules');
      for (const [kind, text] of [
        ['must', 'Pergunte o nome.'],
        ['must_not', 'Não prometa desconto.'],
      ] as const) {
        await button(page, say.rules.add).click();
        const rule = page.getByRole('form', { name: say.rules.add });
        await rule.getByRole('radio', { name: say.rules.kinds[kind] }).click();
        await rule.getByLabel(say.rules.text).fill(text);
        await expectAccessible(page);
        await shot('agent-rules-add');
        await save(rule);
        await page.getByRole('listitem').filter({ hasText: text }).waitFor();
      }
      await button(page, `${say.list.up}: Não prometa desconto.`).click();
      await page.getByRole('switch', { name: `${say.rules.active}: Pergunte o nome.` }).click();
      await expect
        .poll(async () => (await read()).rules)
        .toMatchObject([
          { kind: 'must_not', text: 'Não prometa desconto.', active: true, order: 0 },
          { kind: 'must', text: 'Pergunte o nome.', active: false, order: 1 },
        ]);
      await expectAccessible(page);

      await open('behavior');
      await page.getByLabel(say.behavior.debounceMs).fill(language === 'en' ? '1.5' : '1,5');
      await page.getByLabel(say.behavior.handoffKeywords).first().fill('gerente');
      await page.keyboard.press('Enter');
      await page.getByRole('radio', { name: say.sureness.careful }).click();
      await page.getByRole('combobox', { name: say.behavior.reminder }).click();
      await page.getByRole('option').nth(3).click();
      await button(page, say.behavior.more).click();
      await page.getByLabel(say.behavior.topK).fill('7');
      await expectAccessible(page);
      await shot('agent-behavior');
      await save(page);
      await expect
        .poll(async () => (await read()).behavior)
        .toMatchObject({
          debounceMs: 1_500,
          handoffKeywords: ['gerente'],
          answerThreshold: 0.8,
          appointmentReminderMinutes: 120,
          topK: 7,
          maxRepliesPerHour: 60,
        });
    },
  );

  test('invalid hours are explained, and nothing is saved before they are corrected', async () => {
    const businessHours = { days: { ...week, sun: [] } };
    const { page, say, read, shot } = await openAgent('hours', { businessHours }, { language: 'pt' });
    await page.getByLabel('Terça-feira, abre', { exact: true }).fill('18:00');
    await page.getByText(say.hours.faults.same).waitFor();
    await button(page, 'Adicionar horário: Quarta-feira').click();
    await page.getByLabel('Quarta-feira (2), abre').fill('10:00');
    await page.getByText(say.hours.faults.overlap).waitFor();
    await button(page, say.hours.addException).click();
    await page.getByLabel('Quinta-feira, fecha').fill('');
    expect(await page.getByText(say.hours.faults.empty).count(), 'before one tries to save').toBe(0);
    await save(page);
    await page.getByText(say.hours.faulty).waitFor();
    await page.getByText(say.hours.faults.empty).waitFor();
    await page.getByText(say.hours.faults.noDate).waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Terça-feira, abre');
    await expectAccessible(page);
    await shot('agent-hours-faults');
    expect((await read()).businessHours.days.tue).toEqual(workday);

    await page.getByLabel('Terça-feira, abre', { exact: true }).fill('00:00');
    await page.getByLabel('Terça-feira, fecha', { exact: true }).fill('00:00');
    await page.getByText(say.hours.wholeDay).waitFor();
    await button(page, 'Remover horário: Quarta-feira (2)').click();
    await page.getByRole('switch', { name: 'Quinta-feira' }).click();
    await page.getByLabel(say.hours.date).fill('2026-12-31');
    await page.getByText(say.hours.otherHours).click();
    await save(page);
    await expect
      .poll(async () => (await read()).businessHours)
      .toMatchObject({
        days: { tue: [{ from: '00:00', to: '24:00' }], wed: workday, thu: [] },
        exceptions: [{ date: '2026-12-31', closed: false, ranges: workday }],
      });
  });

  test("times and dates are typed as people write them, and shown as in the console's language", async () => {
    const { page, say, read } = await openAgent('hours', { businessHours: { days: week } }, { language: 'pt' });
    const opens = page.getByLabel('Segunda-feira, abre', { exact: true });
    await opens.fill('8h30');
    await opens.blur();
    expect(await opens.inputValue()).toBe('08:30');
    await button(page, say.hours.addException).click();
    const date = page.getByLabel(say.hours.date);
    expect(await date.getAttribute('placeholder')).toBe('dd/mm/aaaa');
    await date.fill('31/12/26');
    await date.blur();
    expect(await date.inputValue()).toBe('31/12/2026');
    await expectAccessible(page);
    await save(page);
    await expect
      .poll(async () => (await read()).businessHours)
      .toMatchObject({ days: { mon: [{ from: '08:30' }] }, exceptions: [{ date: '2026-12-31', closed: true }] });
  });

  test('hours that another person changed are overwritten only after confirmation', async () => {
    const { page, owner, path, say, read } = await openAgent('hours', { businessHours: { days: week } });
    const closes = page.getByLabel('Monday, closes', { exact: true });
    await closes.fill('17:00');
    // Another field does not conflict.
    await owner.patch(path, { tone: 'Kind.' });
    await save(page);
    await expect.poll(async () => (await read()).businessHours.days.mon).toEqual([{ from: '09:00', to: '17:00' }]);
    expect((await read()).tone).toBe('Kind.');

    await closes.fill('16:00');
    await owner.patch(path, { businessHours: { days: { ...week, mon: [] } } });
    await save(page);
    await page.getByText(say.save.outdated).waitFor();
    await expectAccessible(page);
    await shoot(page, 'agent-hours-outdated');
    expect((await read()).businessHours.days.mon).toEqual([]);
    await button(page, say.save.reload).click();
    expect(await page.getByRole('switch', { name: 'Monday' }).isChecked()).toBe(false);

    await page.getByRole('switch', { name: 'Sunday' }).click();
    await owner.patch(path, { businessHours: { days: week } });
    await save(page);
    await button(page, say.save.insist).click();
    await save(page);
    await expect.poll(async () => (await read()).businessHours.days).toEqual({ ...week, mon: [], sun: workday });
  });

  test('leaving with unsaved input, by a link or by going back, asks for confirmation', async () => {
    const { page, say, read, open } = await openAgent('identity');
    await open('behavior');
    await page.getByLabel(say.behavior.maxRepliesPerHour).fill('12');
    const { leave } = await wordsOf('en', 'shell');
    const dialog = page.getByRole('dialog', { name: leave.title });
    await page.getByRole('link', { name: 'Channels' }).click();
    await dialog.waitFor();
    await expectAccessible(page);
    await shoot(page, 'agent-leave');
    await dialog.getByRole('button', { name: leave.stay }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate('history.back()');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: leave.stay }).click();
    expect(await page.getByLabel(say.behavior.maxRepliesPerHour).inputValue()).toBe('12');
    expect(new URL(page.url()).pathname).toMatch(/\/behavior$/);
    await open('rules');
    await dialog.getByRole('button', { name: leave.leave }).click();
    await region(page, say.rules.title).waitFor();
    expect((await read()).behavior.maxRepliesPerHour).toBe(60);
    await open('hours');
    await region(page, say.hours.title).waitFor();
  });

  test.each(['small', 'phone'] as const)('the settings fit a window that is %s', async (viewport) => {
    const { page, say, open } = await openAgent('hours', { templateId: 'salon-pt' }, { language: 'pt', viewport });
    for (const section of ['state', 'identity', 'answers', 'hours', 'offers', 'rules', 'behavior']) {
      await open(section);
      await page.locator(`a[aria-current=page]`, { hasText: say.sections[section] }).waitFor();
      await shoot(page, `agent-${section}-${viewport}`);
      expect(await fitsWidth(page), section).toBe(true);
    }
    await expectAccessible(page);
  });
});
