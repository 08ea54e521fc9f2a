import { createHash } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type VendorCatalog,
  type VendorCatalogs,
  VendorError,
  type VendorProduct,
  type VendorTemplate,
  type VendorTemplates,
} from '../channels/index.ts';
import {
  deleteTemplate,
  findLinkedCatalog,
  findTemplate,
  listProducts,
  listTemplates,
  putProduct,
  putTemplate,
  setLinkedCatalog,
} from './vendor.store.ts';

/** Applies the delay and failure faults; awaited before every simulated call. */
type Answer = () => Promise<void>;

const greetings = { en_US: 'Hello World', pt_BR: 'Olá, mundo', es: 'Hola, mundo' };

/** The templates of a new simulated account, as in the vendor's test accounts. */
export const builtInTemplates: VendorTemplate[] = Object.entries(greetings).map(([language, text]) => ({
  providerId: `simt_hello_world_${language}`,
  name: 'hello_world',
  language,
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  quality: 'UNKNOWN',
  components: [{ type: 'BODY', text }],
}));

/** The simulated review: immediate, and decided by the name. */
function review(name: string): Pick<VendorTemplate, 'status' | 'reason'> {
  if (name.includes('reject')) return { status: 'REJECTED', reason: 'The simulator rejects names with "reject"' };
  if (name.includes('pending')) return { status: 'PENDING', reason: null };
  return { status: 'APPROVED', reason: null };
}

export function simulateTemplates(platform: Platform, channelId: string, answer: Answer): VendorTemplates {
  const { read } = platform.database;
  return {
    async list() {
      await answer();
      return listTemplates(read, channelId);
    },
    async create(draft) {
      await answer();
      if (await findTemplate(read, channelId, draft.name, draft.language)) {
        throw new VendorError('template_unusable', 'The platform has a template of this name and language');
      }
      const made = { providerId: newId('simt'), quality: 'UNKNOWN' as const, ...draft, ...review(draft.name) };
      await platform.write(({ db }) => putTemplate(db, channelId, made));
      return made;
    },
    async delete({ providerId }) {
      await answer();
      await platform.write(({ db }) => deleteTemplate(db, channelId, providerId));
    },
    async uploadSample({ hash }) {
      await answer();
      return `sim:${hash.slice(0, 32)}`;
    },
  };
}

export function simulateCatalogs(platform: Platform, channelId: string, answer: Answer): VendorCatalogs {
  const { read } = platform.database;
  /** Two catalogs, whose ids derive from the channel. */
  const number = createHash('sha256').update(channelId).digest().readUInt32BE(0);
  const names = { [`${number}1`]: 'Main catalog', [`${number}2`]: 'Seasonal catalog' };
  const assertKnown = (id: string) => {
    if (!(id in names)) throw new VendorError('unsupported', `The platform has no catalog ${id}`);
  };
  return {
    async list(): Promise<VendorCatalog[]> {
      await answer();
      const linkedId = await findLinkedCatalog(read, channelId);
      return Promise.all(
        Object.entries(names).map(async ([id, name]) => {
          const productCount = (await listProducts(read, channelId, id)).length;
          return { id, name, productCount, linked: id === linkedId };
        }),
      );
    },
    async link(catalogId) {
      await answer();
      assertKnown(catalogId);
      await platform.write(({ db }) => setLinkedCatalog(db, channelId, catalogId));
    },
    async unlink() {
      await answer();
      await platform.write(({ db }) => setLinkedCatalog(db, channelId, null));
    },
    async products(catalogId) {
      await answer();
      assertKnown(catalogId);
      return listProducts(read, channelId, catalogId);
    },
    async upsert(catalogId, products) {
      await answer();
      assertKnown(catalogId);
      const refused = products.filter(isRefused);
      const taken = products.filter((product) => !isRefused(product));
      await platform.write(async ({ db }) => {
        for (const product of taken) await putProduct(db, channelId, catalogId, product);
      });
      return refused.map(({ retailerId }) => ({ retailerId, message: 'The simulator refuses names with "refuse"' }));
    },
  };
}

const isRefused = ({ name }: VendorProduct): boolean => name.toLowerCase().includes('refuse');
