import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAgent, maria, pizzas } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, type OpenConsole, shoot, startConsole, wordsOf } from './support.ts';

/** Longer than anything takes on a very busy machine. */
const patienceMs = 30_000;
const joao = '+5521998765432';

/** A shop in which Maria has written, and João has bought and is a lead; on the customers screen. */
async function openCustomers(
  options: Parameters<typeof startConsole>[0] = {},
): Promise<OpenConsole & { aiAgentId: string }> {
  const open = await startConsole(options);
  const { api } = open.shop;
  const channel = await pairChannel(open.shop);
  await channel.customerSays(maria, 'Tem pizza sem glúten?', { name: 'Maria José' });
  const csv = `phone,name,email,tags\n${joao},João Esteves,joao@example.com,VIP\n+5511900000001,Bia Lima,,`;
  await api.post('/api/contacts/import', { csv });
  const aiAgentId = await makeAgent(api);
  await api.post('/api/orders', pizzas(aiAgentId, { clientPhone: joao, clientName: 'João Esteves' }));
  await api.post('/api/leads', { aiAgentId, phone: joao, name: 'João Esteves', data: { Pessoas: '22' } });
  await open.go('/customers');
  await row(open.page, 'João Esteves').waitFor();
  return { ...open, aiAgentId };
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const shown = (page: Page): Promise<string[]> => page.locator('.cu-table .cu-name').allTextContents();
const expectShown = (page: Page, names: string[]) =>
  expect.poll(() => shown(page), { timeout: patienceMs }).toEqual(names);

describeInBrowser('customers', () => {
  test('views, search and filters show whom they should, and a filter is kept as a view', async () => {
    const { page, owner } = await openCustomers();
    await expectShown(page, ['Bia Lima', 'João Esteves', 'Maria José']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Compradores' }).click();
    await expectShown(page, ['João Esteves']);
    await page.getByRole('button', { name: 'Sem resposta' }).click();
    await expectShown(page, ['Maria José']);
    await page.getByRole('button', { name: 'Tirar o filtro Sem resposta' }).click();
    await expectShown(page, ['Bia Lima', 'João Esteves', 'Maria José']);
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByRole('menuitem', { name: 'Etiqueta VIP' }).click();
    await expectShown(page, ['João Esteves']);
    await page.getByRole('button', { name: 'Salvar visão' }).click();
    await page.getByLabel('Nome da visão').fill('Melhores');
    await page.keyboard.press('Enter');
    const view = page.getByRole('button', { name: 'Melhores', exact: true });
    await expect.poll(() => view.getAttribute('aria-pressed'), { timeout: patienceMs }).toBe('true');
    expect((await owner.get('/owner/contacts/views')).body.data).toMatchObject([{ filter: 'tag:VIP' }]);
    await page.getByRole('button', { name: 'Todos' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('lim');
    await expectShown(page, ['Bia Lima']);
    expect(page.url()).toContain('search=lim');
  });

  test('the table is walked and picked from by keyboard, tags many and takes it back', async () => {
    const { page, owner } = await openCustomers();
    await page.getByLabel('Buscar nome').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const bar = page.getByRole('group', { name: 'Com os clientes selecionados' });
    await bar.getByText('2 selecionados').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Etiquetar' }).click();
    await page.getByRole('combobox', { name: 'Etiqueta' }).fill('Festa');
    await page.keyboard.press('Enter');
    await expect.poll(() => row(page, 'Bia Lima').textContent(), { timeout: patienceMs }).toContain('Festa');
    await expect.poll(() => row(page, 'João Esteves').textContent(), { timeout: patienceMs }).toContain('Festa');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(() => row(page, 'Bia Lima').textContent(), { timeout: patienceMs }).not.toContain('Festa');
    expect((await owner.get('/api/contacts?filter=tag:Festa')).body.total).toBe(0);
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Exportar' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Bia Lima');
    expect(text).not.toContain('Maria José');
  });

  test('a deletion names what is lost, and afterwards what remains', async () => {
    const { page, owner } = await openCustomers();
    await owner.post('/api/developers/webhooks', { url: 'https://hooks.example/x', events: ['message.received'] });
    await page.getByLabel('Selecionar Maria José').check();
    await page.getByRole('button', { name: 'Excluir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Excluir Maria José?' });
    await dialog.getByText('1 conversa com mensagens e notas').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Tornar também o histórico anônimo').check();
    await shoot(page, 'customers-delete');
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    const answer = page.getByRole('dialog', { name: '1 cliente excluído' });
    await answer.getByText('Webhook https://hooks.example/x').waitFor();
    await expectAccessible(page);
    await shoot(page, 'customers-deleted');
    await answer.getByRole('button', { name: 'Fechar' }).last().click();
    await expectShown(page, ['Bia Lima', 'João Esteves']);
    expect((await owner.get('/api/conversations')).body.data).toEqual([]);
  });

  test('an import maps columns, shows what it would refuse, and gives a report of it', async () => {
    const { page, owner } = await openCustomers();
    await page.getByRole('button', { name: 'Importar, exportar' }).click();
    await page.getByRole('menuitem', { name: 'Importar clientes' }).click();
    const csv = 'Quem|Contato|Aniversário\nZoé Araújo|11 98888-7777|3 de maio\nPaulo|quarenta|\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') });
    await page.getByText('Diga qual coluna tem os telefones').waitFor();
    await page.getByLabel('O que é Quem?').selectOption('name');
    await page.getByLabel('O que é Contato?').selectOption('phone');
    await page.getByLabel('O que é Aniversário?').selectOption('field');
    await page.getByText('1 linha pode ser importada.').waitFor();
    await page.getByRole('row', { name: '3 Contato Isto não é um número de telefone' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Importar 1 cliente' }).click();
    await page.getByText('1 cliente novo.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar relatório' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(
      '"3","Contato","Isto não é um número de telefone"',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
    await row(page, 'Zoé Araújo').waitFor();
    const { body } = await owner.get('/api/contacts/+5511988887777');
    expect(body).toMatchObject({ name: 'Zoé Araújo', fields: { Aniversário: '3 de maio' } });
  });

  test('a customer is added by hand, and the fields of the page are saved', async () => {
    const { page, owner } = await openCustomers();
    await page.getByRole('button', { name: 'Novo cliente' }).click();
    await page.getByLabel('Telefone').fill('quarenta e dois');
    await page.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText('Isto não é um número de telefone').waitFor();
    await page.getByLabel('Telefone').fill(joao);
    await page.getByRole('button', { name: 'Adicionar' }).click();
    const { body: known } = await owner.get(`/api/contacts/${joao}`);
    const link = page.getByRole('link', { name: 'Abrir o cliente' });
    await expect.poll(() => link.getAttribute('href')).toBe(`/customers/${known.id}`);
    await page.getByLabel('Telefone').fill('(11) 91234-5678');
    await page.getByRole('button', { name: 'Adicionar' }).click();
    // The dialog has a field of this name too.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('Nome', { exact: true }).fill('Rita');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Rita' }).waitFor();
    await page.getByLabel('Notas').fill('Prefere o balcão');
    await page.getByLabel('Notas').blur();
    await page.getByRole('textbox', { name: 'Aniversário, alergia' }).fill('Alergia');
    await page.keyboard.press('Enter');
    await page.getByLabel('Alergia', { exact: true }).fill('Camarão');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Não quer campanhas' }).click();
    await page.getByText('Não quer desde').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText('Pode receber campanhas').waitFor();
    await expectAccessible(page);
    const { body } = await owner.get('/api/contacts/+5511912345678');
    expect(body).toMatchObject({ name: 'Rita', notes: 'Prefere o balcão', fields: { Alergia: 'Camarão' } });
    expect(body.optedOut).toBe(false);
  });

  test('the page of a person has everything that happened, live, and a lead becomes a card', async () => {
    const { page, shop, owner, aiAgentId } = await openCustomers();
    await row(page, 'João Esteves').getByRole('link').click();
    await page.getByRole('link', { name: 'Pedido #1' }).waitFor();
    const timeline = page.getByRole('region', { name: 'Histórico' });
    await timeline.getByText('Virou lead do agente Bia').waitFor();
    await expectAccessible(page);
    await timeline.getByRole('button', { name: 'Criar cartão' }).click();
    await timeline.getByRole('link', { name: 'Cartão: João Esteves' }).waitFor();
    await expect
      .poll(() => timeline.getByRole('button', { name: 'Criar cartão' }).count(), { timeout: patienceMs })
      .toBe(0);
    await shop.api.post('/api/orders', pizzas(aiAgentId, { clientPhone: joao }));
    await page.getByRole('link', { name: 'Pedido #2' }).waitFor();
    await page.getByRole('button', { name: 'Escrever' }).click();
    await page.getByRole('button', { name: 'Abrir conversa' }).click();
    await page.waitForURL(/\/inbox\/conv_/);
    expect((await owner.get('/api/conversations')).body.data).toHaveLength(2);
  });

  test('two that are one person are merged, and the dialog says what moves', async () => {
    const { page, owner } = await openCustomers();
    await row(page, 'Maria José').getByRole('link').click();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Juntar com outro' }).click();
    await page.getByRole('combobox', { name: 'A mesma pessoa em outro cadastro' }).fill('João');
    await page.getByRole('option', { name: /João Esteves/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Juntar Maria José com outro' });
    await dialog.getByText('1 pedido').waitFor();
    await dialog.getByText('+55 21 99876-5432 passa a encontrar esta pessoa').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Juntar', exact: true }).click();
    await page.getByRole('link', { name: 'Pedido #1' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: '+55 21 99876-5432' }).getByText('anterior').waitFor();
    expect((await owner.get('/api/contacts')).body.total).toBe(2);
  });

  test('leads are listed with their source, and lead to the customer or a card in one step', async () => {
    const { page, shop, owner, aiAgentId } = await openCustomers();
    await shop.api.post('/api/leads', { aiAgentId, phone: '+5511955554444', name: 'Léo' });
    await page.getByRole('button', { name: 'Leads' }).click();
    await expectShown(page, ['Léo', 'João Esteves']);
    await row(page, 'João Esteves').getByText('Pessoas: 22').waitFor();
    await row(page, 'João Esteves').getByText('Agente Bia').waitFor();
    await expectAccessible(page);
    await row(page, 'Léo').getByRole('button', { name: 'Criar cartão' }).click();
    await page.getByText(/^Cartão criado em/).waitFor();
    const [pipeline] = (await owner.get('/api/crm/pipelines')).body.data;
    const { body: board } = await owner.get(`/api/crm/pipelines/${pipeline.id}/board`);
    expect(board.stages[0].cards).toMatchObject([{ title: 'Léo', contactPhone: '+5511955554444' }]);
    await row(page, 'Léo').getByRole('link', { name: 'Cliente' }).click();
    await page.getByRole('heading', { name: 'Léo' }).waitFor();
    expect((await owner.get('/api/contacts/+5511955554444')).status).toBe(200);
  });

  test('the panel beside a conversation opens the person, and so does the search of everything', async () => {
    const { page, go, owner } = await openCustomers();
    const [conversation] = (await owner.get('/api/conversations')).body.data;
    await go(`/inbox/${conversation.id}`);
    await page.getByRole('link', { name: 'Abrir cliente' }).click();
    await page.getByRole('heading', { name: 'Maria José' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('esteves');
    await page
      .getByRole('option', { name: /João Esteves/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'João Esteves' }).waitFor();
  });

  test.each(['en', 'es'] as const)('a phone shows list and person in %s', async (language) => {
    const { page } = await openCustomers({ language, viewport: 'phone' });
    const words = await wordsOf(language, 'customers');
    await page.getByText(words.count_other.replace('{{shown}}', '3')).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await row(page, 'João Esteves').getByRole('link').click();
    await page.getByLabel(words.person.notes).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
