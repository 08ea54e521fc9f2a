import { z } from 'zod';
import { Deleted, deleted } from '../../../http/deleted.ts';
import { operation, type Target, type TargetContext, target } from '../../../http/operation.ts';
import { listOf, pageOf, pageQuery, toPage } from '../../../http/paginate.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { listChunks } from '../retrieval/index.ts';
import {
  type AgentSourceChanges,
  type BaseSourceChanges,
  KnowledgeChunk,
  KnowledgeSource,
  TextDraft,
  UrlDraft,
} from '../schemas.ts';
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
import { findSource, listSources, type SourceOwner, type SourceRow, toSource } from './sources.store.ts';

/** What has sources of its own: agents, or bases. */
interface Holders {
  /** Where the sources of one are; `id` is the holder's. */
  path: '/api/ai-agents/{id}/knowledge' | '/api/knowledge-bases/{id}/sources';
  target: Target<unknown>;
  ownerOf(id: string): SourceOwner;
}

interface Place {
  db: Db;
  workspace: Workspace;
  params: { id: string; sourceId: string };
}

const find = ({ ownerOf }: Holders, { db, workspace, params }: Place): Promise<SourceRow | null> =>
  findSource(db, workspace.id, ownerOf(params.id), params.sourceId);

const oneSource = (holders: Holders) =>
  target(KnowledgeSource, async (context: TargetContext<'id' | 'sourceId'>) => {
    const row = await find(holders, context);
    return row && toSource(row);
  });

export const listOperation = ({ path, target, ownerOf }: Holders, summary: string, description: string) =>
  operation({
    method: 'get',
    path,
    scope: 'knowledge.read',
    summary,
    description,
    tx: 'read',
    target,
    success: 200,
    response: listOf(KnowledgeSource),
    async run({ db, workspace, params }) {
      return { data: (await listSources(db, workspace.id, ownerOf(params.id))).map(toSource) };
    },
  });

export const getOperation = (holders: Holders, summary: string) =>
  operation({
    method: 'get',
    path: `${holders.path}/{sourceId}`,
    scope: 'knowledge.read',
    summary,
    tx: 'read',
    extension: true,
    target: oneSource(holders),
    success: 200,
    response: KnowledgeSource,
    run: async ({ target }) => target,
  });

export const createTextOperation = ({ path, target, ownerOf }: Holders, summary: string) =>
  operation({
    method: 'post',
    path: `${path}/text`,
    scope: 'knowledge.write',
    summary,
    description:
      'Answers at once; the source is indexed in the background (`status`, `progress`). Markdown is understood.',
    tx: 'none',
    target,
    body: TextDraft,
    success: 201,
    response: KnowledgeSource,
    errors: sourceErrors,
    async run({ files, params, body, write }) {
      const received = await receiveText(files, body);
      return toSource(await write((work) => addStoredSource(work, ownerOf(params.id), received)));
    },
  });

export const uploadOperation = ({ path, target, ownerOf }: Holders, summary: string) =>
  operation({
    method: 'post',
    path: `${path}/upload`,
    scope: 'knowledge.write',
    summary,
    description: 'Answers at once; what is wrong inside the document shows as FAILED with its `error`.',
    tx: 'none',
    target,
    upload: sourceUpload,
    success: 201,
    response: KnowledgeSource,
    errors: sourceErrors,
    async run({ params, uploads, write }) {
      const received = receiveUpload(uploads);
      return toSource(await write((work) => addStoredSource(work, ownerOf(params.id), received)));
    },
  });

export const createUrlOperation = ({ path, target, ownerOf }: Holders, summary: string) =>
  operation({
    method: 'post',
    path: `${path}/url`,
    scope: 'knowledge.write',
    summary,
    description:
      'Answers at once; the page is fetched in the background as its robots.txt allows, and again every week. An address ' +
      'that may not be reached from here is 400 `outbound_not_allowed`.',
    tx: 'none',
    target,
    body: UrlDraft,
    success: 201,
    response: KnowledgeSource,
    errors: ['url_taken', 'outbound_not_allowed'],
    statuses: { outbound_not_allowed: 400 },
    async run({ platform, params, body, write }) {
      await platform.outbound.checkUrl(body.url);
      const url = normaliseUrl(body.url);
      return toSource(await write((work) => addUrlSource(work, ownerOf(params.id), url)));
    },
  });

export const updateOperation = (
  holders: Holders,
  summary: string,
  description: string,
  body: typeof AgentSourceChanges | typeof BaseSourceChanges,
  errors: readonly 'name_taken'[],
) =>
  operation({
    method: 'patch',
    path: `${holders.path}/{sourceId}`,
    scope: 'knowledge.write',
    summary,
    description,
    tx: 'write',
    target: oneSource(holders),
    body,
    success: 200,
    response: KnowledgeSource,
    errors,
    async run({ body, ...work }) {
      return toSource(await changeSource(work, (await find(holders, work)) as SourceRow, body));
    },
  });

export const deleteOperation = (holders: Holders, summary: string) =>
  operation({
    method: 'delete',
    path: `${holders.path}/{sourceId}`,
    scope: 'knowledge.write',
    summary,
    description: 'With everything that was indexed of it: nothing of it is cited from now on.',
    tx: 'write',
    target: oneSource(holders),
    success: 200,
    response: Deleted,
    async run(work) {
      await deleteSource(work, (await find(holders, work)) as SourceRow);
      return deleted(work.params.sourceId);
    },
  });

export const reindexOperation = (holders: Holders, summary: string, success: 200 | 202) =>
  operation({
    method: 'post',
    path: `${holders.path}/{sourceId}/reindex`,
    scope: 'knowledge.write',
    summary,
    description:
      'Queues it and answers the source, PENDING. What is indexed is searched until the new index takes its place. 409 ' +
      '`indexing_running` while one runs.',
    tx: 'write',
    target: oneSource(holders),
    success,
    response: KnowledgeSource,
    errors: ['indexing_running'],
    async run(work) {
      return toSource(await reindexSource(work, (await find(holders, work)) as SourceRow));
    },
  });

export const listChunksOperation = (holders: Holders, summary: string) =>
  operation({
    method: 'get',
    path: `${holders.path}/{sourceId}/chunks`,
    scope: 'knowledge.read',
    summary,
    description: 'The passages that can be found now, in the order of the document.',
    tx: 'read',
    extension: true,
    target: oneSource(holders),
    query: z.object(pageQuery),
    success: 200,
    response: pageOf(KnowledgeChunk),
    async run({ db, workspace, target, query }) {
      const position = (query.page - 1) * query.limit;
      const chunks = await listChunks(db, workspace.id, target.id, { position, limit: query.limit });
      return toPage(query, chunks, target.chunkCount);
    },
  });
