import { z } from 'zod';
import { Deleted, deleted } from '../../http/deleted.ts';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf, pageOf, pageQuery, toPage } from '../../http/paginate.ts';
import { baseTarget } from './bases.operations.ts';
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
import { BaseSourceChanges, KnowledgeChunk, KnowledgeSource, TextDraft, UrlDraft } from './schemas.ts';
import { findSource, listSources, type SourceRow, toSource } from './sources.store.ts';

const source = target(KnowledgeSource, async ({ db, workspace, params }: TargetContext<'id' | 'sourceId'>) => {
  const row = await findSource(db, workspace.id, { baseId: params.id }, params.sourceId);
  return row && toSource(row);
});

/** The sources of one base. Those of an agent are the same in every way (`agent-sources.operations.ts`). */
export const baseSourceOperations: Operations = {
  listKnowledgeBaseSources: operation({
    method: 'get',
    path: '/api/knowledge-bases/{id}/sources',
    scope: 'knowledge.read',
    summary: 'List the sources of a knowledge base',
    description: 'All of them, by name.',
    tx: 'read',
    target: baseTarget,
    success: 200,
    response: listOf(KnowledgeSource),
    async run({ db, workspace, params }) {
      return { data: (await listSources(db, workspace.id, { baseId: params.id })).map(toSource) };
    },
  }),

  getKnowledgeBaseSource: operation({
    method: 'get',
    path: '/api/knowledge-bases/{id}/sources/{sourceId}',
    scope: 'knowledge.read',
    summary: 'Get a source of a knowledge base',
    tx: 'read',
    extension: true,
    target: source,
    success: 200,
    response: KnowledgeSource,
    run: async ({ target }) => target,
  }),

  createKnowledgeBaseText: operation({
    method: 'post',
    path: '/api/knowledge-bases/{id}/sources/text',
    scope: 'knowledge.write',
    summary: 'Add a text to a knowledge base',
    description:
      'Answers at once; the source is indexed in the background (`status`, `progress`). Markdown is understood.',
    tx: 'none',
    target: baseTarget,
    body: TextDraft,
    success: 201,
    response: KnowledgeSource,
    errors: sourceErrors,
    async run({ files, params, body, write }) {
      const received = await receiveText(files, body);
      return toSource(await write((work) => addStoredSource(work, { baseId: params.id }, received)));
    },
  }),

  uploadKnowledgeBaseSource: operation({
    method: 'post',
    path: '/api/knowledge-bases/{id}/sources/upload',
    scope: 'knowledge.write',
    summary: 'Upload a document to a knowledge base',
    description: 'Answers at once; what is wrong inside the document shows as FAILED with its `error`.',
    tx: 'none',
    target: baseTarget,
    upload: sourceUpload,
    success: 201,
    response: KnowledgeSource,
    errors: sourceErrors,
    async run({ params, uploads, write }) {
      const received = receiveUpload(uploads);
      return toSource(await write((work) => addStoredSource(work, { baseId: params.id }, received)));
    },
  }),

  createKnowledgeBaseUrl: operation({
    method: 'post',
    path: '/api/knowledge-bases/{id}/sources/url',
    scope: 'knowledge.write',
    summary: 'Add a web page to a knowledge base',
    description:
      'Answers at once; the page is fetched in the background as its robots.txt allows, and again every week. An address ' +
      'that may not be reached from here is 400 `outbound_not_allowed`.',
    tx: 'none',
    target: baseTarget,
    body: UrlDraft,
    success: 201,
    response: KnowledgeSource,
    errors: ['url_taken', 'outbound_not_allowed'],
    statuses: { outbound_not_allowed: 400 },
    async run({ platform, params, body, write }) {
      await platform.outbound.checkUrl(body.url);
      const url = normaliseUrl(body.url);
      return toSource(await write((work) => addUrlSource(work, { baseId: params.id }, url)));
    },
  }),

  updateKnowledgeBaseSource: operation({
    method: 'patch',
    path: '/api/knowledge-bases/{id}/sources/{sourceId}',
    scope: 'knowledge.write',
    summary: 'Rename, enable or disable a source of a knowledge base',
    description: 'At once and without indexing it again. A name that another source of the base has is 409.',
    tx: 'write',
    target: source,
    body: BaseSourceChanges,
    success: 200,
    response: KnowledgeSource,
    errors: ['name_taken'],
    async run({ params, body, ...work }) {
      const row = await findSource(work.db, work.workspace.id, { baseId: params.id }, params.sourceId);
      return toSource(await changeSource(work, row as SourceRow, body));
    },
  }),

  deleteKnowledgeBaseSource: operation({
    method: 'delete',
    path: '/api/knowledge-bases/{id}/sources/{sourceId}',
    scope: 'knowledge.write',
    summary: 'Delete a source of a knowledge base',
    description: 'With everything that was indexed of it: nothing of it is cited from now on.',
    tx: 'write',
    target: source,
    success: 200,
    response: Deleted,
    async run({ params, ...work }) {
      const row = await findSource(work.db, work.workspace.id, { baseId: params.id }, params.sourceId);
      await deleteSource(work, row as SourceRow);
      return deleted(params.sourceId);
    },
  }),

  reindexKnowledgeBaseSource: operation({
    method: 'post',
    path: '/api/knowledge-bases/{id}/sources/{sourceId}/reindex',
    scope: 'knowledge.write',
    summary: 'Index a source of a knowledge base again',
    description:
      'Queues it and answers the source, PENDING. What is indexed is searched until the new index takes its place. 409 ' +
      '`indexing_running` while one runs.',
    tx: 'write',
    target: source,
    success: 202,
    response: KnowledgeSource,
    errors: ['indexing_running'],
    async run({ params, ...work }) {
      const row = await findSource(work.db, work.workspace.id, { baseId: params.id }, params.sourceId);
      return toSource(await reindexSource(work, row as SourceRow));
    },
  }),

  listKnowledgeBaseChunks: operation({
    method: 'get',
    path: '/api/knowledge-bases/{id}/sources/{sourceId}/chunks',
    scope: 'knowledge.read',
    summary: 'List what was indexed of a source of a knowledge base',
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
