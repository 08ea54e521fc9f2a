import { test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { makeAgent } from '../../support/sales.ts';
import { openKnowledgeShop } from '../knowledge/support.ts';

const menus: Record<string, [string, [string, number][]]> = {
  'pizzeria-pt': [
    'pt',
    [
      ['Pizza Margherita', 45],
      ['Pizza Margherita Grande', 55],
      ['Calabresa P', 30],
      ['Calabresa M', 40],
      ['Calabresa G', 50],
      ['Quatro Queijos', 52],
      ['Coca-Cola 2 L', 14],
      ['Coca-Cola lata', 6],
      ['Suco de laranja 300 ml', 9.5],
      ['Suco de laranja 500 ml', 12],
      ['Meia porção de batata', 18],
      ['Porção de batata', 30],
      ['Taxa de entrega', 7],
      ['Água sem gás', 4],
      ['Água com gás', 4.5],
      ['Cerveja', 10],
      ['Açaí 500ml', 20],
      ['X-Burguer', 22],
      ['X-Salada', 24],
      ['Combo do dia', 35],
      ['Dia das mães especial', 99.9],
      ['Café', 5],
      ['Bom bom', 3],
      ['Pão de queijo', 4],
      ['Menu executivo', 32],
    ],
  ],
  'salon-es': [
    'es',
    [
      ['Corte de mujer', 25],
      ['Corte de hombre', 15],
      ['Tinte', 40],
      ['Mechas', 70],
      ['Manicura', 18],
      ['Manicura y pedicura', 35],
      ['Lavado', 8],
      ['Peinado de novia', 120],
      ['Champú 250 ml', 12],
      ['Crema para manos', 9],
    ],
  ],
  'clinic-en': [
    'en',
    [
      ['Consultation', 80],
      ['Follow-up', 40],
      ['Video consultation', 60],
      ['Blood test', 35],
      ['Prescription renewal', 20],
      ['Urgent visit', 150],
      ['X-ray', 90],
      ['Results by e-mail', 5],
      ['Flu shot', 25],
    ],
  ],
  'auto-repair-pt': [
    'pt',
    [
      ['Troca de óleo', 150],
      ['Alinhamento', 80],
      ['Balanceamento', 60],
      ['Alinhamento e balanceamento', 130],
      ['Pastilha de freio dianteira', 220],
      ['Pastilha de freio traseira', 200],
      ['Revisão 10.000 km', 450],
      ['Pneu aro 15', 389.9],
      ['Pneu aro 16', 459.9],
    ],
  ],
  'clothing-store-en': [
    'en',
    [
      ['T-shirt', 20],
      ['T-shirt XL', 22],
      ['Jeans', 60],
      ['Blue jeans', 65],
      ['Dress', 80],
      ['Summer dress', 90],
      ['Socks (3 pairs)', 12],
      ['Gift card', 50],
      ['Hat', 18],
    ],
  ],
};
test('tmp', async () => {
  const { api } = await startApp();
  for (const [templateId, [language, items]] of Object.entries(menus)) {
    const id = await makeAgent(api, { templateId, language });
    for (const [name, price] of items) await api.post(`/api/ai-agents/${id}/catalog-items`, { name, price });
    const { body } = await api.post(`/api/ai-agents/${id}/eval`);
    console.log(
      templateId,
      body.gate.state,
      body.run.cases.length,
      Date.parse(body.run.finishedAt) - Date.parse(body.run.startedAt),
    );
    for (const c of body.gate.blocking) console.log(JSON.stringify([c.id, c.message, c.answer, c.advice]));
  }
}, 100000);
test('demo', async () => {
  const { api, app } = await startApp();
  const rows = await app.platform.database.read.selectFrom('ai_agents').selectAll().execute();
  console.log(rows.length);
});
test('big', async () => {
  const shop = await openKnowledgeShop();
  const { api } = shop;
  const path = `/api/ai-agents/${shop.agentId}`;
  await api.post(`${path}/apply-template`, { templateId: 'pizzeria-pt' });
  const words =
    'forno massa molho queijo tomate varanda mesa reserva evento aniversario entrega bairro cliente pagamento cartao dinheiro estacionamento musica jantar almoco bebida vinho cerveja suco sobremesa crianca cachorro acesso rampa banheiro horario feriado equipe historia familia bairro receita lenha tijolo'.split(
      ' ',
    );
  let seed = 7;
  const rnd = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let source = 0; source < 8; source++) {
    let text = '';
    while (text.length < 190_000) {
      text +=
        Array.from({ length: 12 }, () => words[Math.floor(rnd() * words.length)]).join(' ') +
        ' ' +
        Math.floor(rnd() * 9999) +
        '. ';
      if (rnd() < 0.1) text += '\n\n';
    }
    await shop.addText(shop.agent, `s${source}`, text);
  }
  for (let i = 0; i < 190; i++)
    await api.post(`${path}/faq`, {
      question: `Vocês aceitam a situação número ${i} ${words[i % words.length]} ${words[(i * 7) % words.length]}?`,
      answer: `Sim, a resposta ${i} é esta aqui.`,
    });
  for (let i = 0; i < 100; i++)
    await api.post(`${path}/catalog-items`, { name: `${words[i % 38]} ${words[(i * 3 + 5) % 38]} ${i}`, price: i + 1 });
  for (let round = 0; round < 4; round++) {
    const t = performance.now();
    const { body } = await api.post(`${path}/eval`);
    console.log(
      'big',
      Math.round(performance.now() - t),
      body.gate.state,
      body.run.cases.length,
      body.gate.blocking.slice(0, 6).map((c: any) => [c.id, c.message, c.answer, c.advice]),
    );
  }
}, 300000);
