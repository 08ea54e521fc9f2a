import { describe, expect, test } from 'vitest';
import { openAssistant } from '../../support/shop/assistant.ts';
import { marker } from '../../support/shop/marked.ts';
import { haircut } from '../../support/shop/sales.ts';
import { hourMs, maria, must, openFlows } from '../flows/support.ts';
import { confirmAt, openWatched } from './support.ts';

describe('a notice that waits for a confirmation', () => {
  const waiting = { status: 'WAITING', reason: 'unconfirmed', messageId: null };

  test('of an order outlives later edits, and is sent once', async () => {
    const { change, confirm } = await openWatched();
    await change({ status: 'PREPARING', notifyClient: true });
    expect((await change({ notes: 'Sem cebola' })).notification).toEqual(waiting);
    expect(await confirm()).toEqual([expect.stringContaining(marker)]);
    expect(await confirm()).toHaveLength(1);
  });

  test('of an order is sent when an edit replaces the last unconfirmed field', async () => {
    const { careful, path, change, confirm, heard } = await openWatched();
    await confirm();
    await careful.use('call_write', {
      operationId: 'updateOrder',
      parameters: { id: path.split('/').at(-1) },
      body: { notes: marker },
    });
    await change({ status: 'PREPARING', notifyClient: true });
    await change({ notes: 'Sem cebola' });
    expect((await heard()).slice(1)).toHaveLength(1);
  });

  test.each([
    ['its status changes', { status: 'READY_FOR_PICKUP' }],
    ['a person withdraws it', { notifyClient: false }],
    ['a person withdraws it with an edit', { notes: 'Sem cebola', notifyClient: false }],
  ])('of an order is dropped when %s', async (_, body) => {
    const { change, confirm } = await openWatched();
    await change({ status: 'PREPARING', notifyClient: true });
    expect((await change(body)).notification).toBeNull();
    expect(await confirm()).toEqual([]);
  });

  /** An unconfirmed appointment with a notice that waits for its confirmation. */
  async function openBooking() {
    const flows = await openFlows();
    const { shop, api, agentId, rest, heard, says } = flows;
    await says('Bom dia');
    const careful = await openAssistant(shop, { mayWriteToCustomers: false });
    const body = haircut(agentId, { title: marker, clientPhone: maria });
    const { value } = await careful.use('call_write', { operationId: 'createAppointment', body });
    const path = `/api/appointments/${value.id}`;
    const change = async (changes: object) => (await must(api.patch(path, changes))).body;
    expect((await change({ status: 'CONFIRMED', notifyClient: true })).notification).toEqual(waiting);
    const confirm = async () => {
      await confirmAt(api, path);
      await rest();
      return heard();
    };
    return { ...flows, change, confirm };
  }

  test('of an appointment outlives later edits and moves, and is sent once with the new time', async () => {
    const { change, confirm, clock } = await openBooking();
    clock.advance(hourMs);
    const times = { startTime: '2026-11-23T14:15', endTime: '2026-11-23T15:15' };
    expect((await change({ notes: 'Franja', ...times })).notification).toEqual(waiting);
    expect(await confirm()).toEqual([expect.stringContaining('14:15')]);
    expect(await confirm()).toHaveLength(1);
  });

  test.each([
    ['its status changes', { status: 'CANCELLED' }],
    ['a person withdraws it', { notifyClient: false }],
  ])('of an appointment is dropped when %s', async (_, body) => {
    const { change, confirm } = await openBooking();
    expect((await change(body)).notification).toBeNull();
    expect(await confirm()).toEqual([]);
  });
});
