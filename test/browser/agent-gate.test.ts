import { expect, test } from 'vitest';
import { startLanguageModel } from '../doubles/language-model.ts';
import { button, openAgent } from './agent-page.ts';
import { describeInBrowser, expectAccessible, journeyLanguages } from './support.ts';

describeInBrowser('tests of an agent with the model', () => {
  test.each(journeyLanguages)(
    'the cost is told before the model is tested, and what failed after, in %s',
    async (language) => {
      const { page, owner, say, shot } = await openAgent('state', { templateId: 'pizzeria-pt' }, { language });
      await page.getByText(say.gate.NOT_RUN).waitFor();
      // Without a model there is nothing to test.
      expect(await page.getByText(say.gate.modelHelp.split('{{')[0].trim()).count()).toBe(0);
      const model = await startLanguageModel(500);
      await owner.put('/owner/settings/language-model', { baseUrl: model.baseUrl, model: 'small', key: 'sk-test' });
      await page.reload();
      const run = page.getByRole('button', { name: say.gate.modelRun.split('{{')[0].trim() });
      expect(await run.textContent()).toMatch(/\d/);
      expect(model.requests).toEqual([]);
      await expectAccessible(page);
      await run.click();
      await page.getByRole('list', { name: say.gate.failed }).waitFor({ timeout: 30_000 });
      expect(model.requests.length).toBeGreaterThan(0);
      await expectAccessible(page);
      // It blocks nothing.
      await button(page, say.state.publish).click();
      await page.getByText(say.state.PUBLISHED).waitFor({ timeout: 20_000 });
      await shot('agents-model-tests');
    },
  );
});
