import { type Operations, operation } from '../../../http/operation.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { requireAddon } from '../../../platform/running/addons.ts';
import { redact } from '../../../platform/text/redact.ts';
import {
  clearEmbedder,
  EmbedderDraft,
  fetchModel,
  ModelFiles,
  modelFolder,
  proposedModel,
  readEmbedder,
  readModelFetch,
  saveEmbedder,
  testEmbedder,
} from '../../knowledge/index.ts';
import { EmbedderState, EmbedderTested } from './embedder.schemas.ts';

export const embedderOperations = {
  getEmbedder: operation({
    method: 'get',
    path: '/owner/settings/embedder',
    scope: 'owner',
    summary: 'Get the embedding model and its progress',
    tx: 'none',
    success: 200,
    response: EmbedderState,
    run: ({ platform }) => show(platform),
  }),

  saveEmbedder: operation({
    method: 'put',
    path: '/owner/settings/embedder',
    scope: 'owner',
    summary: 'Test and set the embedding model',
    description:
      'All passages are embedded in the background; until that is done search works as before. A model that returns no ' +
      'vectors is rejected.',
    tx: 'none',
    body: EmbedderDraft,
    success: 200,
    response: EmbedderState,
    errors: ['outbound_not_allowed', 'model_failed', 'addon_missing'],
    async run({ platform, body, fail }) {
      if (body.kind === 'local') requireAddon('embedder');
      if (body.kind === 'openai') await platform.outbound.checkUrl(body.baseUrl, 'body.baseUrl');
      try {
        await saveEmbedder(platform, body);
      } catch (error) {
        throw error instanceof Problem ? error : fail('model_failed', describe(error));
      }
      return show(platform);
    },
  }),

  testEmbedder: operation({
    method: 'post',
    path: '/owner/settings/embedder/test',
    scope: 'owner',
    summary: 'Test an embedding model with two short texts',
    tx: 'none',
    body: EmbedderDraft,
    success: 200,
    response: EmbedderTested,
    errors: ['addon_missing'],
    async run({ platform, body }) {
      if (body.kind === 'local') requireAddon('embedder');
      const begun = performance.now();
      const sinceBegun = () => Math.round(performance.now() - begun);
      try {
        const { dimension } = await testEmbedder(platform, body);
        return { ok: true, dimension, latencyMs: sinceBegun(), error: null };
      } catch (error) {
        return { ok: false, dimension: null, latencyMs: sinceBegun(), error: describe(error) };
      }
    },
  }),

  clearEmbedder: operation({
    method: 'delete',
    path: '/owner/settings/embedder',
    scope: 'owner',
    summary: 'Remove the embedding model: search by words only',
    tx: 'none',
    success: 204,
    response: null,
    run: ({ platform }) => clearEmbedder(platform),
  }),

  fetchEmbedderModel: operation({
    method: 'post',
    path: '/owner/settings/embedder/model',
    scope: 'owner',
    summary: 'Download a model that runs on this machine',
    description: 'Returns at once; the embedder shows the progress. A file with a wrong hash is discarded.',
    tx: 'none',
    body: ModelFiles,
    success: 202,
    response: EmbedderState,
    errors: ['outbound_not_allowed', 'addon_missing'],
    async run({ platform, body }) {
      requireAddon('embedder');
      for (const [index, { url }] of body.files.entries()) {
        await platform.outbound.checkUrl(url, `body.files[${index}].url`);
      }
      await fetchModel(platform, body);
      return show(platform);
    },
  }),
} satisfies Operations;

async function show(platform: Platform): Promise<EmbedderState> {
  const { name, files, settings } = proposedModel;
  const folder = modelFolder(platform, name);
  const download = await readModelFetch(platform, name);
  const proposal = { name, folder, files: [...files], ...settings, download };
  return { ...(await readEmbedder(platform)), proposal };
}

const describe = (error: unknown): string => redact((error as Error).message).slice(0, 500);
