import { Client, eventually } from '../../support/server/app.ts';
import { atMost, cli, median, round, startFrontdesk, withTemporaryHome, writeResults } from '../support.ts';

/** The publishing gate of an agent with 199 FAQs, 100 items and some 2,000 passages of knowledge, run over HTTP. */
const rounds = 7;
const words = (
  'forno massa molho queijo tomate varanda mesa reserva evento aniversário entrega bairro cliente pagamento cartão dinheiro ' +
  'estacionamento música jantar almoço bebida vinho cerveja suco sobremesa criança cachorro acesso rampa equipe história'
).split(' ');
const word = (seed: number): string => words[seed % words.length] ?? '';

const manual = (source: number): string =>
  Array.from({ length: 1_800 }, (_, line) => {
    const said = Array.from({ length: 12 }, (_, index) => word(source * 7 + line * (index + 3) + index * index));
    return `${said.join(' ')} ${source * 10_000 + line}.${line % 8 === 7 ? '\n\n' : ''}`;
  }).join(' ');

await withTemporaryHome(async (home) => {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const server = await startFrontdesk(home);
  const api = new Client(server.url, key);
  const agent = { name: 'Bench', language: 'pt', templateId: 'pizzeria-pt' };
  const path = `/api/ai-agents/${(await api.post('/api/ai-agents', agent)).body.id}`;
  for (let index = 0; index < 190; index++) {
    const question = `Vocês têm a situação ${index} de ${word(index)} com ${word(index * 7)}?`;
    await api.post(`${path}/faq`, { question, answer: `A situação ${index} é assim.` });
  }
  for (let index = 0; index < 100; index++) {
    await api.post(`${path}/catalog-items`, {
      name: `${word(index)} ${word(index * 3 + 5)} ${index}`,
      price: index + 1,
    });
  }
  let chunks = 0;
  for (let source = 0; source < 8; source++) {
    const { body } = await api.post(`${path}/knowledge/text`, { name: `Manual ${source}`, content: manual(source) });
    const indexed = await eventually(async () => {
      const answer = await api.get(`${path}/knowledge/${body.id}`);
      return answer.body.status === 'READY' && answer.body;
    }, 60_000);
    chunks += indexed.chunkCount;
  }
  const times: number[] = [];
  let cases = 0;
  for (let turn = 0; turn < rounds; turn++) {
    const startedAt = performance.now();
    const { body } = await api.post(`${path}/eval`);
    times.push(performance.now() - startedAt);
    cases = body.run.cases.length;
  }
  await server.stop();
  writeResults('publishing gate', {
    'passages of knowledge': chunks,
    cases,
    'whole run, ms (median)': atMost(round(median(times)), 2_000),
    'whole run, ms (slowest)': round(Math.max(...times)),
  });
});
