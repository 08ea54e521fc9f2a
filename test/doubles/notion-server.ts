import { type JsonAnswer, type JsonCall, JsonServer } from './json-server.ts';

export const token = 'ntn_only-for-tests-0123456789';
export const databaseId = '0123456789abcdef0123456789abcdef';
const ok = (body: unknown): JsonAnswer => ({ status: 200, body });
const notFound: JsonAnswer = { status: 404, body: { object: 'error', code: 'object_not_found' } };

/** Notion's API 2022-06-28: two databases, one of them with properties. */
class NotionServer extends JsonServer {
  readonly pages: Record<string, { rich_text?: { text: { content: string } }[] } & Record<string, unknown>>[] = [];
  readonly types: Record<string, string> = {
    Nome: 'title',
    Total: 'number',
    Etapa: 'select',
    Marcas: 'multi_select',
    Fone: 'phone_number',
    Soma: 'formula',
    'Frontdesk event': 'rich_text',
  };
  /** Drops the response of the next creation after it was done. */
  losesAnswer = false;

  protected answer({ method, path, headers, body }: JsonCall): JsonAnswer {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { code: 'unauthorized' } };
    if (headers['notion-version'] !== '2022-06-28') return this.fault('no version');
    const route = `${method} ${path}`;
    if (route === 'GET /v1/users/me') return ok({ object: 'user', type: 'bot', name: 'Loja' });
    if (route === 'POST /v1/search') return this.#search(body);
    if (route === 'POST /v1/pages') return this.#create(body);
    if (!path.startsWith(`/v1/databases/${databaseId}`)) return notFound;
    if (method === 'GET') {
      const properties = Object.entries(this.types).map(([name, type]) => [name, { id: name, type }]);
      return ok({ object: 'database', properties: Object.fromEntries(properties) });
    }
    if (route !== `POST /v1/databases/${databaseId}/query`) return this.fault(route);
    const { property, rich_text: text } = body.filter;
    const at = this.pages.findIndex((page) => page[property]?.rich_text?.[0]?.text.content === text.equals);
    return ok({ results: at < 0 ? [] : [{ id: `page_${at + 1}` }] });
  }

  #search(body: { filter: unknown; page_size: number; start_cursor?: string }): JsonAnswer {
    if (JSON.stringify(body.filter) !== '{"property":"object","value":"database"}') return this.fault('filter');
    const all = ['Leads', 'Pedidos'].map((name, index) => ({
      id: index === 0 ? databaseId : 'f'.repeat(32),
      title: [{ plain_text: name }],
    }));
    const start = Number(body.start_cursor ?? 0);
    const end = start + body.page_size;
    return ok({ results: all.slice(start, end), next_cursor: end < all.length ? String(end) : null });
  }

  #create(body: { parent: { database_id: string }; properties: Record<string, Record<string, unknown>> }): JsonAnswer {
    if (body.parent.database_id !== databaseId) return notFound;
    for (const [name, value] of Object.entries(body.properties)) {
      const type = this.types[name];
      if (!type || Object.keys(value).join() !== type) return this.fault(`property ${name}`);
    }
    this.pages.push(body.properties as NotionServer['pages'][number]);
    if (this.losesAnswer) {
      this.losesAnswer = false;
      return 'hang up';
    }
    return ok({ object: 'page', id: `page_${this.pages.length}` });
  }
}

/** Shared by the tests of a file; started before the connector reads Notion's address. */
/** Each test file has its own, because the files of one worker share modules. */
export const startNotion = (): Promise<NotionServer> => new NotionServer().start();
