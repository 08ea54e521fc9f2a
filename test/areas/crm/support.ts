import type { Client } from '../../support/server/app.ts';

/** The default pipeline of a workspace with its stages in order. */
export async function openPipeline(api: Client) {
  const { body } = await api.get('/api/crm/pipelines');
  const pipeline = body.data[0];
  const stageIds: string[] = pipeline.stages.map((stage: { id: string }) => stage.id);
  return { id: pipeline.id as string, stageIds, stages: pipeline.stages };
}

/** Creates a card and returns it; fails the test if it is rejected. */
export async function addCard(api: Client, pipelineId: string, stageId: string | undefined, more: object = {}) {
  const { status, body } = await api.post('/api/crm/cards', { pipelineId, stageId, title: 'Deal', ...more });
  if (status !== 201) throw new Error(`No card was made: ${JSON.stringify(body)}`);
  return body;
}

/** The titles of a stage's cards from top to bottom. */
export async function titlesOf(api: Client, stageId: string | undefined): Promise<string[]> {
  const { body } = await api.get(`/api/crm/stages/${stageId}/cards?limit=100`);
  return body.data.map((card: { title: string }) => card.title);
}
