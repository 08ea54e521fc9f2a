import { z } from 'zod';
import { Deleted, deleted } from '../../http/deleted.ts';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf, pageOf, pageQuery, toPage } from '../../http/paginate.ts';
import { agentTarget } from '../agents/index.ts';
import {
  addStoredSource,
  addUrlSource,
  changeSource,
  deleteSource,
  normaliseUrl,
  reindexSource,
  sourceErrors,
} from './change-source.ts';
import { receiveText, receiveUpload, sourceUpload } from './receive-source.ts';
import { listChunks } from './retrieval/index.ts';
import { AgentSourceChanges, KnowledgeChunk, KnowledgeSource, TextDraft, UrlDraft } from './schemas.ts';
import { findSource, listSources, type SourceRow, toSource } from './sources.store.ts';

const source = target(KnowledgeSource, async ({ db, workspace, params }: TargetContext<'id' | 'sourceId'>) => {
  const row = await findSource(db, workspace.id, { agentId: params.id }, params.sourceId);
  return row && toSource(row);
});

/** The sources of one agent. Those of a base are the same in every way (`base-sources.operations.ts`). */
export const agentSourceOperations: Operations = {
  listAgentKnowledge: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/knowledge',
    scope: 'knowledge.read',
    summary: "List an agent's own knowledge sources",
    description: 'All of them, by name. What it reads from bases is listed with the bases.',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: listOf(KnowledgeSource),
    async run({ db, workspace, params }) {
      return { data: (await listSources(db, workspace.id, { agentId: params.id })).map(toSource) };
    },
  }),

  getAgentKnowledgeSource: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/knowledge/{sourceId}',
    scope: 'knowledge.read',
    summary: "Get one of an agent's knowledge sources",
    tx: 'read',
    extension: true,
    target: source,
    success: 200,
    response: KnowledgeSource,
    run: async ({ target }) => target,
  }),

  createAgentKnowledgeText: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/knowledge/text',
    scope: 'knowledge.write',
    summary: 'Add a text to the knowledge of an agent',
    description:
      'Answers at once; the source is indexed in the background (`status`, `progress`). Markdown is understood.',
    tx: 'none',
    target: agentTarget,
    body: TextDraft,
    success: 201,
    response: KnowledgeSource,
    errors: sourceErrors,
    async run({ files, params, body, write }) {
      const received = await receiveText(files, body);
      return toSource(await write((work) => addStoredSource(work, { agentId: params.id }, received)));
    },
  }),

  uploadAgentKnowledge: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/knowledge/upload',
    scope: 'knowledge.write',
    summary: 'Upload a document to the knowledge of an agent',
    description: 'Answers at once; what is wrong inside the document shows as FAILED with its `error`.',
    tx: 'none',
    target: agentTarget,
    upload: sourceUpload,
    success: 201,
    response: KnowledgeSource,
    errors: sourceErrors,
    async run({ params, uploads, write }) {
      const received = receiveUpload(uploads);
      return toSource(await write((work) => addStoredSource(work, { agentId: params.id }, received)));
    },
  }),

  createAgentKnowledgeUrl: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/knowledge/url',
    scope: 'knowledge.write',
    summary: 'Add a web page to the knowledge of an agent',
    description:
      'Answers at once; the page is fetched in the background as its robots.txt allows, and again every week. An address ' +
      'that may not be reached from here is 400 `outbound_not_allowed`.',
    tx: 'none',
    target: agentTarget,
    body: UrlDraft,
    success: 201,
    response: KnowledgeSource,
    errors: ['url_taken', 'outbound_not_allowed'],
    statuses: { outbound_not_allowed: 400 },
    async run({ platform, params, body, write }) {
      await platform.outbound.checkUrl(body.url);
      const url = normaliseUrl(body.url);
      return toSource(await write((work) => addUrlSource(work, { agentId: params.id }, url)));
    },
  }),

  updateAgentKnowledgeSource: operation({
    method: 'patch',
    path: '/api/ai-agents/{id}/knowledge/{sourceId}',
    scope: 'knowledge.write',
    summary: 'Enable or disable a knowledge source of an agent',
    description: 'At once and without indexing it again.',
    tx: 'write',
    target: source,
    body: AgentSourceChanges,
    success: 200,
    response: KnowledgeSource,
    async run({ params, body, ...work }) {
      const row = await findSource(work.db, work.workspace.id, { agentId: params.id }, params.sourceId);
      return toSource(await changeSource(work, row as SourceRow, body));
    },
  }),

  deleteAgentKnowledgeSource: operation({
    method: 'delete',
    path: '/api/ai-agents/{id}/knowledge/{sourceId}',
    scope: 'knowledge.write',
    summary: 'Delete a knowledge source of an agent',
    description: 'With everything that was indexed of it: nothing of it is cited from now on.',
    tx: 'write',
    target: source,
    success: 200,
    response: Deleted,
    async run({ params, ...work }) {
      const row = await findSource(work.db, work.workspace.id, { agentId: params.id }, params.sourceId);
      await deleteSource(work, row as SourceRow);
      return deleted(params.sourceId);
    },
  }),

  reindexAgentKnowledgeSource: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/knowledge/{sourceId}/reindex',
    scope: 'knowledge.write',
    summary: 'Index a knowledge source of an agent again',
    description:
      'Queues it and answers the source, PENDING. What is indexed is searched until the new index takes its place. 409 ' +
      '`indexing_running` while one runs.',
    tx: 'write',
    target: source,
    success: 200,
    response: KnowledgeSource,
    errors: ['indexing_running'],
    async run({ params, ...work }) {
      const row = await findSource(work.db, work.workspace.id, { agentId: params.id }, params.sourceId);
      return toSource(await reindexSource(work, row as SourceRow));
    },
  }),

  listAgentKnowledgeChunks: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/knowledge/{sourceId}/chunks',
    scope: 'knowledge.read',
    summary: 'List what was indexed of a source of an agent',
    description: 'The passages that can be found now, in the order of the document.',
    tx: 'read',
    extension: true,
    target: source,
    query: z.object(pageQuery),
    success: 200,
    response: pageOf(KnowledgeChunk),
    async run({ db, workspace, target, query }) {
      const position = (query.page - 1) * query.limit;
      const chunks = await listChunks(db, workspace.id, target.id, { position, limit: query.limit });
      return toPage(query, chunks, target.chunkCount);
    },
  }),
};
