import { clearLanguageModel, saveLanguageModel } from '../../../server/platform/language-model.ts';
import { makePdf } from '../../areas/knowledge/documents.ts';
import { drawMenu, row } from '../../areas/replies/draw-menu.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import type { Story } from '../story.ts';

/** Flows, the agent's tests and figures, and a second agent that comes and goes. */
export async function recordAutomation(story: Story): Promise<void> {
  await recordFlows(story);
  await recordFigures(story);
  await recordLifecycle(story);
  await recordAdjustment(story);
  await recordCatalogFiles(story);
}

async function recordFlows({ show, call, cast }: Story): Promise<void> {
  const aiAgentId = cast.agent;
  const flow = await show('POST /api/flows', {
    body: {
      aiAgentId,
      name: 'Order of bread',
      trigger: { type: 'manual' },
      steps: [
        {
          id: 'loaf',
          type: 'ask',
          config: {
            text: 'Which loaf shall we keep for you?',
            variable: 'loaf',
            kind: 'choice',
            choices: [{ value: 'Sourdough loaf' }, { value: 'Rye loaf' }],
          },
          next: 'kept',
        },
        { id: 'kept', type: 'message', config: { text: 'One {{loaf}} is kept for you until noon.' }, next: null },
      ],
    },
  });
  cast.flow = flow.id;
  const path = { id: flow.id };
  await show('PATCH /api/flows/{id}', { path, body: { name: 'Keep a loaf' } });
  await show('POST /api/flows/{id}/test', {
    path,
    body: { messages: ['Sourdough loaf'], contact: { name: 'Ana Souza' } },
  });
  await show('PATCH /api/flows/{id}/toggle', { path, body: { active: true } });
  await show('POST /api/flows/{id}/runs', { path, body: { conversationId: cast.ana } });
  await show('GET /api/flows/{id}/runs', { path, query: { limit: 2 } });
  await show('GET /api/flows/{id}', { path });
  await show('GET /api/flows', { query: { aiAgentId } });
  await show('GET /api/flows/overview', { query: { aiAgentId } });
  await show('GET /api/ai-agents/{id}/channel-flow-options', { path: { id: aiAgentId } });
  const spare = await call('POST /api/flows', {
    body: {
      aiAgentId,
      name: 'Holiday notice',
      trigger: { type: 'keyword', words: ['holiday'] },
      steps: [{ id: 'closed', type: 'message', config: { text: 'We are closed on the 25th.' }, next: null }],
    },
  });
  cast.spareFlow = spare.id;
  const spareOne = await call('POST /api/flows', {
    body: { aiAgentId, name: 'Easter notice', trigger: { type: 'manual' }, steps: spare.steps },
  });
  await show('DELETE /api/flows/{id}', { path: { id: spareOne.id } });
}

async function recordFigures({ show, cast }: Story): Promise<void> {
  const path = { id: cast.agent };
  await show('GET /api/ai-agents/{id}/metrics', { path });
  await show('GET /api/ai-agents/overview');
  await show('POST /api/ai-agents/{id}/eval', { path, body: { engine: 'local' } });
  await show('GET /api/ai-agents/{id}/eval', { path });
}

/** Sol speaks Spanish, is published, changed, taken back and finally replaced by Aurora. */
async function recordLifecycle({ show, call, cast }: Story): Promise<void> {
  const make = (name: string) =>
    call('POST /api/ai-agents', { body: { name, language: 'es', templateId: 'bakery-es' } });
  const sol = await make('Sol');
  const path = { id: sol.id };
  cast.sol = sol.id;
  await show('POST /api/ai-agents/{id}/apply-template', { path, body: { templateId: 'bakery-es' } });
  await show('POST /api/ai-agents/{id}/publish', { path });
  await call('PATCH /api/ai-agents/{id}', { path, body: { tone: 'Formal' } });
  await show('GET /api/ai-agents/{id}/published', { path });
  await show('GET /api/ai-agents/{id}/changes', { path });
  await show('POST /api/ai-agents/{id}/discard-changes', { path });
  await show('POST /api/ai-agents/{id}/unpublish', { path });
  await show('POST /api/ai-agents/{id}/archive', { path });
  await show('POST /api/ai-agents/{id}/unarchive', { path });
  await show('GET /api/ai-agents/{id}/deletion-impact', { path: { id: cast.agent } });
  const luz = await make('Luz');
  await show('DELETE /api/ai-agents/{id}', { path: { id: luz.id } });
  const clara = await make('Clara');
  await show('DELETE /api/ai-agents/{id}/reassign/{targetId}', {
    path: { id: clara.id, targetId: cast.agent },
  });
}

async function recordAdjustment({ shop, show, refuse, cast }: Story): Promise<void> {
  const { platform } = shop.app;
  const path = { id: cast.sol };
  const body = { instruction: 'Be a little warmer, and always offer coffee.' };
  await refuse('model_not_configured', 'POST /api/ai-agents/{id}/ai-adjust', { path, body });
  const changes = { tone: 'Warm; always offers coffee' };
  const model = await startLanguageModel(JSON.stringify({ changes, summary: 'Warmer, and offers coffee.' }));
  const draft = { baseUrl: model.baseUrl, model: 'tiny-1', key: null };
  await platform.write(({ db }) => saveLanguageModel(db, platform.secrets, draft));
  await show('POST /api/ai-agents/{id}/ai-adjust', { path, body });
  model.answer = 500;
  await refuse('model_failed', 'POST /api/ai-agents/{id}/ai-adjust', { path, body });
  await platform.write(({ db }) => clearLanguageModel(db));
}

async function recordCatalogFiles({ show, refuse, cast }: Story): Promise<void> {
  const path = { id: cast.sol };
  const pdf = await makePdf((menu) => menu.text('Pan de masa madre ........ R$ 24,50'));
  await show('POST /api/ai-agents/{id}/upload-catalog', { path, file: { bytes: pdf, name: 'menu.pdf' } });
  const photo = await drawMenu([row('PANES', 36), row('Croissant ........ R$ 10,50')]);
  await show('POST /api/ai-agents/{id}/upload-catalog-images', { path, file: { bytes: photo, name: 'menu.png' } });
  const letter = await makePdf((text) => text.text('Abrimos de lunes a sábado.'));
  await refuse('no_items', 'POST /api/ai-agents/{id}/upload-catalog', {
    path,
    file: { bytes: letter, name: 'letter.pdf' },
  });
  const blank = await drawMenu([]);
  await refuse('no_text', 'POST /api/ai-agents/{id}/upload-catalog', {
    path,
    file: { bytes: blank, name: 'blank.png' },
  });
}
