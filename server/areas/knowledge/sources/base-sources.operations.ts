import type { Operations } from '../../../http/operation.ts';
import { baseTarget } from '../bases/bases.operations.ts';
import { BaseSourceChanges } from '../schemas.ts';
import * as sources from './build-source-operations.ts';

const bases = {
  path: '/api/knowledge-bases/{id}/sources',
  target: baseTarget,
  ownerOf: (baseId: string) => ({ baseId }),
} as const;

/** The sources of one base. */
export const baseSourceOperations = {
  listKnowledgeBaseSources: sources.listOperation(
    bases,
    'List the sources of a knowledge base',
    'All sources, by name.',
  ),
  getKnowledgeBaseSource: sources.getOperation(bases, 'Get a source of a knowledge base'),
  createKnowledgeBaseText: sources.createTextOperation(bases, 'Add a text to a knowledge base'),
  uploadKnowledgeBaseSource: sources.uploadOperation(bases, 'Upload a document to a knowledge base'),
  createKnowledgeBaseUrl: sources.createUrlOperation(bases, 'Add a web page to a knowledge base'),
  updateKnowledgeBaseSource: sources.updateOperation(
    bases,
    'Rename, enable or disable a source of a knowledge base',
    'Takes effect at once, without reindexing. 409 `name_taken` if another source of the base has the name.',
    BaseSourceChanges,
    ['name_taken'],
  ),
  deleteKnowledgeBaseSource: sources.deleteOperation(bases, 'Delete a source of a knowledge base'),
  reindexKnowledgeBaseSource: sources.reindexOperation(bases, 'Reindex a source of a knowledge base', 202),
  listKnowledgeBaseChunks: sources.listChunksOperation(bases, 'List the passages of a source of a knowledge base'),
} satisfies Operations;
