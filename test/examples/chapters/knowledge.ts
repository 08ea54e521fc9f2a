import { makePdf } from '../../areas/knowledge/documents.ts';
import { serveLoopback } from '../../support/environment/loopback.ts';
import type { Story } from '../story.ts';

const delivery = 'We deliver within five kilometres, from seven to eleven in the morning. Delivery is 8.00.';
const storing = 'Sourdough keeps four days in a cloth bag. Freeze it sliced, and toast the slices as they are.';
const page = (text: string): string =>
  `<html><head><title>Allergens | Aurora Bakery</title></head><body><main><article><h1>Allergens</h1><p>${text}</p>
  <p>Every product has a card with its ingredients at the counter. Ask us before you buy for somebody with an allergy.</p>
  </article></main></body></html>`;

/** What the bakery knows: of an agent alone, and in bases that agents share. */
export async function recordKnowledge(story: Story): Promise<void> {
  const url = await serveLoopback((request, response) => {
    response.statusCode = request.url === '/robots.txt' ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page('Nuts, sesame, milk and eggs are used in our kitchen every day.'));
  });
  story.rename(url, 'https://aurora.example');
  await recordBase(story, url);
  await recordAgentSources(story, url);
  const { show, cast } = story;
  await show('POST /api/knowledge/search', {
    body: { query: 'How many days does sourdough keep in a bag?', baseIds: [cast.base], limit: 2 },
  });
  await show('PUT /api/knowledge/synonyms', {
    body: { groups: [{ language: 'en', words: ['bun', 'roll', 'bap'] }] },
  });
  await show('GET /api/knowledge/synonyms');
}

async function recordBase({ show, call, cast, until }: Story, url: string): Promise<void> {
  const base = await show('POST /api/knowledge-bases', {
    body: { name: 'Bread', description: 'How we bake and sell' },
  });
  cast.base = base.id;
  const path = { id: base.id };
  await show('PATCH /api/knowledge-bases/{id}', { path, body: { description: 'How we bake, sell and deliver' } });
  await show('PUT /api/ai-agents/{id}/knowledge-bases', {
    path: { id: cast.agent },
    body: { baseIds: [base.id] },
  });
  await show('GET /api/ai-agents/{id}/knowledge-bases', { path: { id: cast.agent } });
  await show('PUT /api/knowledge-bases/{id}/agents', { path, body: { agentIds: [cast.agent] } });
  await show('GET /api/knowledge-bases/{id}/agents', { path });
  const text = await show('POST /api/knowledge-bases/{id}/sources/text', {
    path,
    body: { name: 'Storing bread', content: storing },
  });
  const file = await show('POST /api/knowledge-bases/{id}/sources/upload', {
    path,
    file: { bytes: delivery, name: 'delivery.txt' },
  });
  await show('POST /api/knowledge-bases/{id}/sources/url', { path, body: { url: `${url}/allergens` } });
  const indexed = (sourceId: string) =>
    until(async () => {
      const one = { path: { ...path, sourceId } };
      return (await call('GET /api/knowledge-bases/{id}/sources/{sourceId}', one)).status === 'READY';
    });
  await indexed(text.id);
  await indexed(file.id);
  const source = { ...path, sourceId: text.id };
  await show('PATCH /api/knowledge-bases/{id}/sources/{sourceId}', { path: source, body: { name: 'How bread keeps' } });
  await show('POST /api/knowledge-bases/{id}/sources/{sourceId}/reindex', { path: source });
  await indexed(text.id);
  await show('GET /api/knowledge-bases/{id}/sources/{sourceId}', { path: source });
  await show('GET /api/knowledge-bases/{id}/sources/{sourceId}/chunks', { path: source, query: { limit: 2 } });
  await show('GET /api/knowledge-bases/{id}/sources', { path });
  await show('DELETE /api/knowledge-bases/{id}/sources/{sourceId}', { path: { ...path, sourceId: file.id } });
  await show('GET /api/knowledge-bases/{id}', { path });
  await show('GET /api/knowledge-bases');
  const spare = await call('POST /api/knowledge-bases', { body: { name: 'Christmas 2025' } });
  await show('DELETE /api/knowledge-bases/{id}', { path: { id: spare.id } });
}

async function recordAgentSources({ show, call, cast, until }: Story, url: string): Promise<void> {
  const path = { id: cast.agent };
  const text = await show('POST /api/ai-agents/{id}/knowledge/text', {
    path,
    body: { name: 'Gift cards', content: 'Gift cards cost 50.00 or 100.00 and are valid for a year.' },
  });
  const bytes = await makePdf((pdf) => pdf.text('The breakfast basket has bread, jam, juice and fruit for two.'), {
    info: { CreationDate: new Date('2026-11-20T12:00:00.000Z') },
  });
  const file = await show('POST /api/ai-agents/{id}/knowledge/upload', { path, file: { bytes, name: 'baskets.pdf' } });
  await show('POST /api/ai-agents/{id}/knowledge/url', { path, body: { url: `${url}/ingredients` } });
  const one = { path: { ...path, sourceId: text.id } };
  const isIndexed = async () => (await call('GET /api/ai-agents/{id}/knowledge/{sourceId}', one)).status === 'READY';
  await until(isIndexed);
  await show('PATCH /api/ai-agents/{id}/knowledge/{sourceId}', { ...one, body: { enabled: true } });
  await show('POST /api/ai-agents/{id}/knowledge/{sourceId}/reindex', one);
  await until(isIndexed);
  await show('GET /api/ai-agents/{id}/knowledge/{sourceId}', one);
  await show('GET /api/ai-agents/{id}/knowledge/{sourceId}/chunks', { ...one, query: { limit: 2 } });
  await show('GET /api/ai-agents/{id}/knowledge', { path });
  await show('DELETE /api/ai-agents/{id}/knowledge/{sourceId}', { path: { ...path, sourceId: file.id } });
}
