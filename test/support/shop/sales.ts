import type { Answer, Client } from '../server/app.ts';

export const maria = '+5511987654321';

/** Creates an agent and returns its id. */
export async function makeAgent(api: Client, fields: object = {}): Promise<string> {
  const created = await api.post('/api/ai-agents', { name: 'Bia', ...fields });
  if (created.status !== 201) throw new Error(`The agent was refused: ${JSON.stringify(created.body)}`);
  return created.body.id;
}

/** An order of two pizzas for 91.80; `more` overrides fields. */
export const pizzas = (aiAgentId: string, more: object = {}) => ({
  aiAgentId,
  clientName: 'Maria José',
  clientPhone: '(11) 98765-4321',
  items: [{ name: 'Pizza', quantity: 2, unitPrice: 45.9 }],
  total: 91.8,
  ...more,
});

/** A haircut on 23 November 2026, 10 to 11 in São Paulo; `more` overrides fields. */
export const haircut = (aiAgentId: string, more: object = {}) => ({
  aiAgentId,
  title: 'Corte',
  startTime: '2026-11-23T10:00',
  endTime: '2026-11-23T11:00',
  clientName: 'Maria José',
  clientPhone: maria,
  ...more,
});

/** The fields named by a refusal. */
export const faultsOf = ({ body }: Answer): string[] => body.errors.map((error: { field: string }) => error.field);
