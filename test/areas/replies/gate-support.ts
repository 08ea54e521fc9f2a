import type { Client } from '../../support/server/app.ts';
import { makeAgent } from '../../support/shop/sales.ts';

export type Plant = (api: Client, path: string) => Promise<unknown>;

/** A fault to plant, and the expected result: the `capability` of the failed case and its advice. */
export type Faults = Record<string, [Plant, capability: string, advice: RegExp]>;

export const patch =
  (fields: object): Plant =>
  (api, path) =>
    api.patch(path, fields);
export const behavior = (fields: object): Plant => patch({ behavior: fields });
export const faq =
  (question: string, answer: string): Plant =>
  (api, path) =>
    api.post(`${path}/faq`, { question, answer });
export const item =
  (fields: object): Plant =>
  (api, path) =>
    api.post(`${path}/catalog-items`, { name: 'Esfiha', price: 8, ...fields });
export const rule =
  (kind: string, text: string): Plant =>
  (api, path) =>
    api.patch(`${path}/rules`, { add: { kind, text } });
export const all =
  (...plants: Plant[]): Plant =>
  async (api, path) => {
    for (const plant of plants) await plant(api, path);
  };

/** Creates an agent of a pizzeria with a small menu, which passes the gate. */
export async function makeGoodAgent(api: Client): Promise<string> {
  const id = await makeAgent(api, { templateId: 'pizzeria-pt', language: 'pt' });
  await item({ name: 'Margherita', price: 45, description: 'Molho, mussarela e manjericão' })(
    api,
    `/api/ai-agents/${id}`,
  );
  await item({ name: 'Calabresa', price: 48.9 })(api, `/api/ai-agents/${id}`);
  await item({ name: 'Portuguesa', price: 52, active: false })(api, `/api/ai-agents/${id}`);
  return id;
}
