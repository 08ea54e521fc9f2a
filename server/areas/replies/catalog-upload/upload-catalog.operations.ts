import { type Operations, operation } from '../../../http/operation.ts';
import { agentTarget } from '../../agents/index.ts';
import { proposeItems } from './propose-items.ts';
import { readCatalog } from './read-catalog.ts';
import { ProposedItems } from './upload-catalog.schemas.ts';

const mib = 1024 * 1024;

const outcome =
  'Each line with a name and a price becomes an inactive item with a confidence. `400 no_text` if no text can be ' +
  'read, `400 no_items` if no line has a price. Pictures are read offline first; if that finds nothing, the configured ' +
  'language model reads them, if it can.';

export const uploadCatalogOperations = {
  uploadCatalog: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/upload-catalog',
    scope: 'catalog.write',
    summary: 'Propose catalog items from a PDF or a picture',
    description: `${outcome} A PDF needs real text: send pages of a scan to \`upload-catalog-images\`.`,
    tx: 'none',
    dear: { atOnce: 1, waits: true },
    target: agentTarget,
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: 25 * mib,
      description:
        'A PDF, or a JPEG, PNG or WebP picture of 40 megapixels at most. The type is detected from the bytes.',
      isTemporary: true,
    },
    success: 200,
    response: ProposedItems,
    errors: ['no_text', 'no_items', 'too_many'],
    async run({ platform, workspace, params, target, uploads, write }) {
      const read = await readCatalog(platform, uploads, { language: target.language, field: 'body.file' });
      return proposeItems({ platform, workspaceId: workspace.id, agentId: params.id, write }, read);
    },
  }),

  uploadCatalogImages: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/upload-catalog-images',
    scope: 'catalog.write',
    summary: 'Propose catalog items from several pictures',
    description: `The pages of a menu or price list, in order. ${outcome}`,
    tx: 'none',
    dear: { atOnce: 1, waits: true },
    target: agentTarget,
    upload: {
      field: 'files',
      maxFiles: 6,
      maxBytes: 10 * mib,
      description: 'JPEG, PNG or WebP pictures of at most 40 megapixels each.',
      isTemporary: true,
    },
    success: 200,
    response: ProposedItems,
    errors: ['no_text', 'no_items', 'too_many'],
    async run({ platform, workspace, params, target, uploads, write }) {
      const read = await readCatalog(platform, uploads, { language: target.language, field: 'body.files' });
      return proposeItems({ platform, workspaceId: workspace.id, agentId: params.id, write }, read);
    },
  }),
} satisfies Operations;
