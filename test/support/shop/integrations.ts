import { afterAll, beforeAll, expect } from 'vitest';
import type { EventKind } from '../../../server/areas/events.ts';
import { endpoints } from '../../../server/areas/integrations/connectors/endpoints.ts';
import { type Client, eventually, type TestApp } from '../server/app.ts';

/** Replaces services with a fixed address by doubles, for the tests of a file. */
export function replaceEndpoints(doubles: Partial<typeof endpoints>) {
  const real = { ...endpoints };
  beforeAll(() => void Object.assign(endpoints, doubles));
  afterAll(() => void Object.assign(endpoints, real));
}

/** Connects a connector and returns the installation. */
export async function install(api: Client, connector: string, credentials: object = {}) {
  const { status, body } = await api.post('/api/integrations', { connector, credentials });
  if (status !== 201) throw new Error(`Not connected: ${JSON.stringify(body)}`);
  return body;
}

/** Binds an event to an action and returns the binding. */
export async function bind(api: Client, installationId: string, eventName: EventKind, action: string, config = {}) {
  const { status, body } = await api.post('/api/integrations/bindings', { installationId, eventName, action, config });
  if (status !== 201) throw new Error(`Not bound: ${JSON.stringify(body)}`);
  return body;
}

/** The jobs of a binding, newest first. */
export const jobsOf = async (api: Client, bindingId: string) =>
  (await api.get(`/api/integrations/sync-jobs?limit=100&bindingId=${bindingId}`)).body.jobs;

/** Resolves with the binding's newest job, in full, once it has the status and number of attempts. */
export async function newestJob({ api }: Pick<TestApp, 'api'>, bindingId: string, status: string, attempts?: number) {
  let seen: unknown;
  const find = async () => {
    const [newest] = await jobsOf(api, bindingId);
    seen = newest;
    const isIt = newest?.status === status && (attempts === undefined || newest.attemptCount === attempts);
    return isIt && (await api.get(`/api/integrations/sync-jobs/${newest.id}`)).body;
  };
  return eventually(find).catch(() => {
    throw new Error(`No job became ${status}; the newest is ${JSON.stringify(seen)}`);
  });
}

/** Retries a failed job (202) and returns the job once it succeeded. */
export async function retryJob({ api }: Pick<TestApp, 'api'>, job: { id: string; bindingId: string }) {
  const answer = await api.post(`/api/integrations/sync-jobs/${job.id}/retry`);
  expect(answer.status).toBe(202);
  return newestJob({ api }, job.bindingId, 'SUCCEEDED');
}

/** Disconnects, and checks that only the history stays and nothing can act any more. */
export async function expectDisconnects({ api, app }: TestApp, installationId: string): Promise<void> {
  expect((await api.delete(`/api/integrations/${installationId}`)).body).toEqual({ id: installationId, deleted: true });
  expect((await api.get(`/api/integrations/${installationId}`)).body.state).toBe('DISCONNECTED');
  const { data } = (await api.get('/api/integrations/bindings')).body;
  const left = data.filter((binding: { installationId: string }) => binding.installationId === installationId);
  for (const binding of left) {
    expect(binding).toMatchObject({ active: false, disabledReason: 'installation_disconnected' });
  }
  const row = await app.platform.database.read
    .selectFrom('integration_installations')
    .select('credentials')
    .where('id', '=', installationId)
    .executeTakeFirstOrThrow();
  expect(row.credentials).toBeNull();
  const check = await api.post(`/api/integrations/${installationId}/check`);
  expect(check).toMatchObject({ status: 200, body: { ok: false, state: 'DISCONNECTED' } });
}
