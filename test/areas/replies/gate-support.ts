import { expect } from 'vitest';
import { type Client, openWorkspace } from '../../support/server/app.ts';
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

/** A fault to plant, and a sane neighbour of it that passes. */
export interface Planted {
  fault: Plant;
  /** The kind of the failed case, its advice, and the title of the text that it is about. */
  kind: string;
  advice: RegExp;
  about?: string;
  sane: Plant;
}

/** Holds that a planted fault is refused with its advice, and that its sane neighbour passes. */
export async function holdPlanted({ fault, kind, advice, about, sane }: Planted): Promise<void> {
  const { api } = await openWorkspace();
  const evaluate = async (plant: Plant) => {
    const path = `/api/ai-agents/${await makeGoodAgent(api)}`;
    await plant(api, path);
    return (await api.post(`${path}/eval`)).body.gate;
  };
  expect(await evaluate(sane)).toEqual({ state: 'PASSED', blocking: [] });
  const { state, blocking } = await evaluate(fault);
  expect(state).toBe('FAILED');
  const told = blocking.filter((entry: { advice: string }) => advice.test(entry.advice));
  expect(blocking.map((entry: { advice: string }) => entry.advice)).toContainEqual(expect.stringMatching(advice));
  expect(told.map(({ capability, flavour }: Record<string, string>) => `${capability}/${flavour}`)).toContain(kind);
  if (about !== undefined) expect(told.map(({ message }: { message: string }) => message)).toContain(about);
}

/** Questions and answers, in order. */
export const faqs = (...entries: [question: string, answer: string][]): Plant =>
  all(...entries.map((entry) => faq(...entry)));
