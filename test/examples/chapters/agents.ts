import { makePhoto } from '../../support/files/samples.ts';
import type { Story } from '../story.ts';

/** The owner sets up Aurora, who answers customers, and tries changes on a second agent. */
export async function recordAgents(story: Story): Promise<void> {
  const { show, call, cast } = story;
  await show('GET /api/ai-agents/templates');
  await show('GET /api/ai-agents/functions');
  await show('GET /api/ai-agents/voice-catalog');
  await show('GET /api/ai-agents/ai-adjust/scope');
  const aurora = await show('POST /api/ai-agents', {
    body: {
      name: 'Aurora',
      description: 'Answers the customers of Aurora Bakery',
      language: 'en',
      tone: 'Warm and brief',
      greetingMessage: 'Good morning, this is Aurora Bakery! What can we bake for you?',
      fallbackMessage: 'I will ask the team and come back to you.',
      templateId: 'bakery-en',
    },
  });
  cast.agent = aurora.id;
  const path = { id: aurora.id };
  await show('PATCH /api/ai-agents/{id}', {
    path,
    body: {
      outOfHoursMessage: 'We are closed until half past six. Leave your order and we confirm it in the morning.',
      behavior: { ...aurora.behavior, debounceMs: 0, handoffKeywords: ['wedding', 'complaint'] },
    },
  });
  await recordRules(story);
  await recordFaqs(story);
  await recordItems(story);
  await show('GET /api/ai-agents/{id}', { path });
  await show('GET /api/ai-agents', { query: { search: 'Aurora' } });
  await call('POST /api/ai-agents/{id}/publish', { path });
}

async function recordRules({ show, cast }: Story): Promise<void> {
  const path = { id: cast.agent };
  await show('PATCH /api/ai-agents/{id}/rules', {
    path,
    body: { add: { kind: 'must', text: 'Ask whether the bread should be sliced.' } },
  });
  await show('GET /api/ai-agents/{id}/rules', { path });
}

async function recordFaqs({ show, call, cast }: Story): Promise<void> {
  const path = { id: cast.agent };
  const faq = await show('POST /api/ai-agents/{id}/faq', {
    path,
    body: { question: 'Can I park in front of the bakery?', answer: 'Yes, two places are ours, for half an hour.' },
  });
  await show('PATCH /api/ai-agents/{id}/faq/{faqId}', {
    path: { ...path, faqId: faq.id },
    body: { answer: 'Yes, three places are ours, for half an hour.' },
  });
  const { faqs } = await call('GET /api/ai-agents/{id}', { path });
  const ids = faqs.map(({ id }: { id: string }) => id);
  await show('PATCH /api/ai-agents/{id}/faq/reorder', {
    path,
    body: { orderedIds: [ids.at(-1), ...ids.slice(0, -1)] },
  });
  await show('DELETE /api/ai-agents/{id}/faq/{faqId}', { path: { ...path, faqId: ids[0] } });
}

async function recordItems({ show, call, cast }: Story): Promise<void> {
  const path = { id: cast.agent };
  const add = 'POST /api/ai-agents/{id}/catalog-items';
  const sourdough = await show(add, {
    path,
    body: { name: 'Sourdough loaf', description: '800 g, baked at five', price: 24.5, category: 'Breads' },
  });
  const croissant = await call(add, { path, body: { name: 'Butter croissant', price: 9.9, category: 'Pastries' } });
  const rye = await call(add, { path, body: { name: 'Rye loaf', price: 22, category: 'Breads' } });
  Object.assign(cast, { sourdough: sourdough.id, croissant: croissant.id });
  await show('PATCH /api/ai-agents/{id}/catalog-items/{itemId}', {
    path: { ...path, itemId: croissant.id },
    body: { price: 10.5, description: 'Three days in the making' },
  });
  await show('POST /api/ai-agents/{id}/catalog-items/{itemId}/image', {
    path: { ...path, itemId: sourdough.id },
    file: { bytes: await makePhoto(), name: 'sourdough.jpg' },
  });
  await show('PUT /api/ai-agents/{id}/catalog-items/active', { path, body: { active: false, ids: [rye.id] } });
  await show('GET /api/ai-agents/{id}/catalog-items', { path, query: { active: true, limit: 2 } });
  await show('DELETE /api/ai-agents/{id}/catalog-items/{itemId}', { path: { ...path, itemId: rye.id } });
}
