import { type JsonAnswer, type JsonCall, JsonServer } from './json-server.ts';

export const token = 'patOnlyForTests.0123456789';
const ok = (body: unknown): JsonAnswer => ({ status: 200, body });
const notFound: JsonAnswer = { status: 404, body: { error: 'NOT_FOUND' } };

/** Airtable's web API: two bases on two pages, one of them with a table. */
class AirtableServer extends JsonServer {
  readonly records: Record<string, string>[] = [];
  losesAnswer = false;

  protected answer({ method, path, query, headers, body }: JsonCall): JsonAnswer {
    if (headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: { error: { type: 'AUTHENTICATION_REQUIRED' } } };
    }
    const route = `${method} ${path}`;
    if (route === 'GET /v0/meta/whoami') return ok({ id: 'usr1', email: 'loja@example.com' });
    if (route === 'GET /v0/meta/bases') {
      if (query.get('offset') === 'itr2') return ok({ bases: [{ id: 'appPedidos', name: 'Pedidos' }] });
      const bases = [
        { id: 'appLeads', name: 'Leads' },
        { id: 'appNotas', name: 'Notas' },
      ];
      return ok({ bases, offset: 'itr2' });
    }
    if (route === 'GET /v0/meta/bases/appLeads/tables') return ok({ tables: [{ id: 'tblMain', name: 'Main' }] });
    if (method !== 'PATCH') return method === 'GET' ? notFound : this.fault(route);
    if (path !== '/v0/appLeads/tblMain') return notFound;
    const { performUpsert, records, typecast } = body;
    const mergeOn: string[] = performUpsert?.fieldsToMergeOn ?? [];
    if (!typecast || records?.length !== 1 || mergeOn.length < 1 || mergeOn.length > 3) return this.fault('upsert');
    return this.#upsert(records[0].fields, mergeOn);
  }

  #upsert(fields: Record<string, string>, mergeOn: string[]): JsonAnswer {
    let at = this.records.findIndex((record) => mergeOn.every((name) => record[name] === fields[name]));
    if (at < 0) at = this.records.push({}) - 1;
    Object.assign(this.records[at] as object, fields);
    if (this.losesAnswer) {
      this.losesAnswer = false;
      return 'hang up';
    }
    return ok({ records: [{ id: `rec${at}`, fields }] });
  }
}

/** Shared by the tests of a file; started before the connector reads Airtable's address. */
/** Each test file has its own, because the files of one worker share modules. */
export const startAirtable = (): Promise<AirtableServer> => new AirtableServer().start();
