import { makeTestGate, type TestGate } from '../agents/support.ts';
import { type AnsweringShop, openAnsweringShop, type ShopOptions } from './support.ts';

export const parking = { question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' };
export const items = [
  { name: 'Margherita', price: 45, category: 'Pizzas' },
  { name: 'Calabresa', price: 48 },
];

export interface PublishedShop extends AnsweringShop {
  path: string;
  gate: TestGate;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  changes(): Promise<any>;
  publish(): ReturnType<AnsweringShop['api']['post']>;
  /** The ids of the items by name. */
  itemIds: Record<string, string>;
}

/** A shop with a published agent that knows an answer and two pizzas; its first customer has been greeted. */
export async function openPublishedShop(draft: object = {}, more: ShopOptions = {}): Promise<PublishedShop> {
  const gate = makeTestGate();
  const shop = await openAnsweringShop({
    draft: { faqs: [parking], fallbackMessage: 'Vou perguntar.', greetingMessage: 'Oi!', ...draft },
    items,
    areas: gate.areas,
    ...more,
  });
  const path = `/api/ai-agents/${shop.agentId}`;
  const { body } = await shop.api.get(`${path}/catalog-items`);
  await shop.ask('Olá');
  return {
    ...shop,
    path,
    gate,
    changes: async () => (await shop.api.get(`${path}/changes`)).body,
    publish: () => shop.api.post(`${path}/publish`),
    itemIds: Object.fromEntries(body.data.map(({ name, id }: { name: string; id: string }) => [name, id])),
  };
}
