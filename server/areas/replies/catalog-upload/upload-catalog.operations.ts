import { type Operations, operation } from '../../../http/operation.ts';
import { agentTarget } from '../../agents/index.ts';
import { proposeItems } from './propose-items.ts';
import { readCatalog } from './read-catalog.ts';
import { ProposedItems } from './upload-catalog.schemas.ts';

const mib = 1024 * 1024;

const outcome =
  'Each line with a name and a price becomes an item that is not active, with how sure the reading is; `400 no_text` ' +
  'where nothing can be read, `400 no_items` where nothing has a price. Pictures are read offline; where that finds ' +
  'nothing, by the configured language model, if there is one that can see.';

export const uploadCatalogOperations = {
  uploadCatalog: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/upload-catalog',
    scope: 'catalog.write',
    summary: 'Propose catalog items from a PDF or a picture',
    description: `${outcome} A PDF needs real text: send the pages of a scan to \`upload-catalog-images\`.`,
    tx: 'none',
    target: agentTarget,
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: 25 * mib,
      description: 'A PDF, or a JPEG, PNG or WebP picture of 40 megapixels at most; its bytes tell what it is.',
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
    description: `The pages of a menu or price list, in their order. ${outcome}`,
    tx: 'none',
    target: agentTarget,
    upload: {
      field: 'files',
      maxFiles: 6,
      maxBytes: 10 * mib,
      description: 'JPEG, PNG or WebP pictures of 40 megapixels at most each.',
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
