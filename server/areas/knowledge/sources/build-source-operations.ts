import { z } from 'zod';
import { Deleted, deleted } from '../../../http/deleted.ts';
import { operation, type Target, type TargetContext, target } from '../../../http/operation.ts';
import { listOf, pageOf, pageQuery, toPage } from '../../../http/paginate.ts';
import { readOperation } from '../../../http/usual-operations.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { listChunks } from '../passages/chunks.store.ts';
import { showSource, showSources } from '../review/show-sources.ts';
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

/** A kind of owner of sources: agents or bases. Each operation exists once for either. */
interface OwnerKind {
  /** Path of the sources; `id` is the owner's. */
  path: '/api/ai-agents/{id}/knowledge' | '/api/knowledge-bases/{id}/sources';
  target: Target<unknown>;
  ownerOf(id: string): SourceOwner;
}

interface SourceContext {
  db: Db;
  workspace: Workspace;
  params: { id: string; sourceId: string };
}

const find = ({ ownerOf }: OwnerKind, { db, workspace, params }: SourceContext): Promise<SourceRow | null> =>
  findSource(db, workspace.id, ownerOf(params.id), params.sourceId);

const oneSource = (owners: OwnerKind) =>
  target(KnowledgeSource, async (context: TargetContext<'id' | 'sourceId'>) => {
    const row = await find(owners, context);
    return row && showSource(context.db, row);
  });

export const listOperation = ({ path, target, ownerOf }: OwnerKind, summary: string, description: string) =>
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
      return { data: await showSources(db, workspace.id, await listSources(db, workspace.id, ownerOf(params.id))) };
    },
  });

export const getOperation = (owners: OwnerKind, summary: string) =>
  readOperation({
    path: `${owners.path}/{sourceId}`,
    scope: 'knowledge.read',
    summary,
    extension: true,
    target: oneSource(owners),
  });

export const createTextOperation = ({ path, target, ownerOf }: OwnerKind, summary: string) =>
  operation({
    method: 'post',
    path: `${path}/text`,
    scope: 'knowledge.write',
    summary,
    description:
      'Returns at once; the source is indexed in the background (`status`, `progress`). Markdown is recognised.',
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

export const uploadOperation = ({ path, target, ownerOf }: OwnerKind, summary: string) =>
  operation({
    method: 'post',
    path: `${path}/upload`,
    scope: 'knowledge.write',
    summary,
    description: 'Returns at once; a document that cannot be indexed becomes FAILED with an `error`.',
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

export const createUrlOperation = ({ path, target, ownerOf }: OwnerKind, summary: string) =>
  operation({
    method: 'post',
    path: `${path}/url`,
    scope: 'knowledge.write',
    summary,
    description:
      'Returns at once; the page is fetched in the background if its robots.txt allows it, and again every week. 400 ' +
      '`outbound_not_allowed` for an address that the outbound rules forbid.',
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
  owners: OwnerKind,
  summary: string,
  description: string,
  body: typeof AgentSourceChanges | typeof BaseSourceChanges,
  errors: readonly 'name_taken'[],
) =>
  operation({
    method: 'patch',
    path: `${owners.path}/{sourceId}`,
    scope: 'knowledge.write',
    summary,
    description,
    tx: 'write',
    target: oneSource(owners),
    body,
    success: 200,
    response: KnowledgeSource,
    errors,
    async run({ body, ...work }) {
      return showSource(work.db, await changeSource(work, (await find(owners, work)) as SourceRow, body));
    },
  });

export const deleteOperation = (owners: OwnerKind, summary: string) =>
  operation({
    method: 'delete',
    path: `${owners.path}/{sourceId}`,
    scope: 'knowledge.write',
    summary,
    description: 'Deletes its passages as well; none of them is cited after this.',
    tx: 'write',
    target: oneSource(owners),
    success: 200,
    response: Deleted,
    async run(work) {
      await deleteSource(work, (await find(owners, work)) as SourceRow);
      return deleted(work.params.sourceId);
    },
  });

export const reindexOperation = (owners: OwnerKind, summary: string, success: 200 | 202) =>
  operation({
    method: 'post',
    path: `${owners.path}/{sourceId}/reindex`,
    scope: 'knowledge.write',
    summary,
    description:
      'Enqueues the indexing and returns the source as PENDING. The current passages stay searchable until the new ' +
      'ones replace them. 409 `indexing_running` while the source is being indexed.',
    tx: 'write',
    target: oneSource(owners),
    success,
    response: KnowledgeSource,
    errors: ['indexing_running'],
    async run(work) {
      return showSource(work.db, await reindexSource(work, (await find(owners, work)) as SourceRow));
    },
  });

export const listChunksOperation = (owners: OwnerKind, summary: string) =>
  operation({
    method: 'get',
    path: `${owners.path}/{sourceId}/chunks`,
    scope: 'knowledge.read',
    summary,
    description: 'The searchable passages, in the order of the document.',
    tx: 'read',
    extension: true,
    target: oneSource(owners),
    query: z.object(pageQuery),
    success: 200,
    response: pageOf(KnowledgeChunk),
    async run({ db, workspace, target, query }) {
      const position = (query.page - 1) * query.limit;
      const chunks = await listChunks(db, workspace.id, target.id, { position, limit: query.limit });
      return toPage(query, chunks, target.chunkCount);
    },
  });
