import { expect, test } from 'vitest';
import { describeInBrowser, startConsole, wordsOf } from './support.ts';

const full = { code: 'storage_full', detail: 'The disk is full' };
const tooLong = { field: 'body.name', code: 'too_big', message: 'must have at most 80 characters' };
const missing = {
  field: 'body.tone',
  code: 'invalid_type',
  message: 'is missing',
};
const faulty = { code: 'validation_failed', detail: tooLong.message, errors: [tooLong, missing] };

describeInBrowser('rejections', () => {
  test.each([
    ['pt', /O disco está cheio/, 'name: No máximo 80 caracteres; tone: Falta preencher', /O Frontdesk não responde/],
    ['es', /El disco está lleno/, 'name: 80 caracteres como máximo; tone: Falta completarlo', /Frontdesk no responde/],
    ['en', 'The disk is full', 'name: At most 80 characters; tone: Must be filled in', /Frontdesk does not answer/],
  ] as const)('a rejection by the server is shown in the language of the console, %s', async (language, ...told) => {
    const { page, go } = await startConsole({ language });
    const words = await wordsOf(language, 'knowledge');
    await go('/knowledge');
    await page.getByRole('button', { name: words.add }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Menu');
    for (const [index, problem] of [full, faulty, null].entries()) {
      await page.route(
        '**/api/knowledge-bases',
        (route) => (problem ? route.fulfill({ status: 400, json: problem }) : route.abort()),
        { times: 1 },
      );
      await dialog.getByRole('button', { name: words.create }).click();
      await dialog.getByText(told[index] as string | RegExp).waitFor();
    }
    expect(await page.getByText('Failed to fetch').count()).toBe(0);
  });

  test('texts of the server reach the screen translated, with their values and without the names of the API', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt' });
    const { id } = (await owner.post('/api/ai-agents', { name: 'Ana' })).body;
    await go(`/agents/${id}/offers`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Importar cardápio ou tabela' }).click();
    const broken = { name: 'cardapio.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 broken') };
    await (await chooser).setFiles(broken);
    await page.getByText('O arquivo está danificado ou incompleto').waitFor({ timeout: 30_000 });
    expect(await page.getByText(/file:/).count()).toBe(0);

    const { id: channelId } = (await owner.post('/api/channels', { name: 'Chat', provider: '<QR_PROVIDER>' })).body;
    await go(`/channels/${channelId}`);
    await page.getByText(/A plataforma simulada não está conectada/).waitFor();
  });
});
