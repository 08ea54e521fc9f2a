import type { Client } from '../../support/server/app.ts';
import { type Assistant, openAssistant } from '../../support/shop/assistant.ts';
import { marker } from '../../support/shop/marked.ts';
import { pizzas } from '../../support/shop/sales.ts';
import { type FlowShop, must, openFlows, say } from '../flows/support.ts';

/** Confirms what the assistant has entered by now, as a person who sees it. */
export const confirmAt = async (client: Client, path: string) => {
  const [, list, id] = path.match(/^(.*)\/([^/]+)$/) as string[];
  const { status, body } = await client.get(path);
  // Appointments are only listed.
  const record =
    status === 200 ? body : (await must(client.get(list ?? ''))).body.data.find((one: { id: string }) => one.id === id);
  return must(client.post(`${path}/confirm-entry`, { at: record.unconfirmed?.at ?? '' }));
};

/** A shop with a flow for new orders, and an order entered by an assistant for Maria. */
export async function openOrder(): Promise<FlowShop & { path: string; careful: Assistant }> {
  const flows = await openFlows();
  await flows.launch([say('a', 'Pedido de {{event.clientName}}')], { type: 'event', event: 'order.created' });
  await flows.says('Bom dia');
  const careful = await openAssistant(flows.shop, { mayWriteToCustomers: false });
  const body = pizzas(flows.agentId, { clientName: marker });
  const { value } = await careful.use('call_write', { operationId: 'createOrder', body });
  await flows.rest();
  return { ...flows, path: `/api/orders/${value.id}`, careful };
}

/** An unconfirmed order in a shop that writes to customers whenever an order has a status. */
export async function openWatched(...statuses: string[]) {
  const shop = await openOrder();
  for (const status of statuses) {
    const conditions = [{ field: 'data.status', operator: 'equals', value: status }];
    const trigger = { type: 'event', event: 'order.updated', conditions };
    await shop.launch([say('a', `${status} {{event.status}} {{event.clientName}}`)], trigger);
  }
  /** Confirms the order; returns what the flows for statuses sent. */
  const confirm = async () => {
    await confirmAt(shop.api, shop.path);
    await shop.rest();
    return (await shop.heard()).filter((text) => !text.startsWith('Pedido de'));
  };
  const change = async (body: object) => {
    const { body: changed } = await must(shop.api.patch(shop.path, body));
    await shop.rest();
    return changed;
  };
  return { ...shop, confirm, change };
}
