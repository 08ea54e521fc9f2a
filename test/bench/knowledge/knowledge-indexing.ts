import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { makePdf } from '../../areas/knowledge/documents.ts';
import { Client } from '../../support/server/app.ts';
import { cli, round, startFrontdesk, withTemporaryHome, writeResults } from '../support.ts';
import { whilePolling } from '../while-polling.ts';

/**
 * Uploads and indexes a PDF of 200 pages of text and one of 20 MB with pictures on two cores, while a second client
 * requests `/healthz` every 5 ms.
 */
const goalTextMs = 3_000;
const words = (
  'entrega pedido pizza borda catupiry horário desconto pagamento cartão troca devolução garantia estoque cliente loja ' +
  'domingo feriado bairro taxa mínima reserva mesa aniversário rodízio bebida sobremesa vegetariana alergia glúten'
).split(' ');

const sentence = (seed: number): string => {
  const picked = Array.from(
    { length: 14 },
    (_, index) => words[(seed * 7 + index * (seed % 11) + index) % words.length],
  );
  return `A regra ${seed} diz: ${picked.join(' ')}.`;
};

const textPdf = (pages: number, sentencesPerPage: number, pictures: Buffer[] = []): Promise<Buffer> =>
  makePdf((pdf) => {
    for (let page = 0; page < pages; page++) {
      if (page > 0) pdf.addPage();
      pdf
        .fontSize(18)
        .text(`Capítulo ${page + 1}`)
        .fontSize(10);
      for (let index = 0; index < sentencesPerPage; index++) pdf.text(sentence(page * sentencesPerPage + index));
      const picture = pictures[page];
      if (picture) pdf.addPage().image(picture, 50, 50, { width: 400 });
    }
  });

/** Noise does not compress: each picture is about half a megabyte. */
const makePicture = (): Promise<Buffer> =>
  sharp(randomBytes(640 * 480 * 3), { raw: { width: 640, height: 480, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();

const residentMiB = (processId: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]) / 1024);

await withTemporaryHome(async (home) => {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const server = await startFrontdesk(home);
  const processId = server.process.pid as number;
  const api = new Client(server.url, key);
  const { id: baseId } = (await api.post('/api/knowledge-bases', { name: 'Bench' })).body;
  const path = `/api/knowledge-bases/${baseId}/sources`;

  const index = async (name: string, bytes: Buffer): Promise<{ chunkCount: number }> => {
    const { status, body } = await api.upload(`${path}/upload`, bytes, name);
    if (status !== 201) throw new Error(`${name}: ${JSON.stringify(body)}`);
    for (;;) {
      const source = (await api.get(`${path}/${body.id}`)).body;
      if (source.status === 'READY') return source;
      if (source.status === 'FAILED') throw new Error(`${name}: ${source.error.message}`);
      await sleep(50);
    }
  };
  const [, idle] = await whilePolling(server.url, () => sleep(3_000));
  const figures: Record<string, object> = { idle: { ...idle, 'resident MiB': residentMiB(processId) } };
  const pictures = await Promise.all(Array.from({ length: 64 }, makePicture));
  const documents = [
    { name: '200 pages of text', bytes: await textPdf(200, 24), goalMs: goalTextMs },
    { name: '20 MB', bytes: await textPdf(250, 24, pictures) },
  ];
  for (const { name, bytes, goalMs } of documents) {
    const [source, polled] = await whilePolling(server.url, () => index(`${name}.pdf`, bytes), goalMs);
    await sleep(1_000);
    figures[name] = {
      ...polled,
      MB: round(bytes.length / 1e6),
      chunks: source.chunkCount,
      'resident MiB': residentMiB(processId),
    };
  }
  await server.stop();
  writeResults('knowledge-indexing', figures);
});
