import type { Db } from '../../../platform/database/database.ts';
import { listAppointments } from '../../appointments/index.ts';
import { ordersOf } from '../../orders/index.ts';
import type { Booked } from '../reply.ts';

const mostListed = 3;
const mostOrdersRead = 10;
const closedOrders = new Set(['COMPLETED', 'CANCELLED']);

/**
 * The appointments of a contact that have not ended, and the open orders among the latest. Unconfirmed entries of an
 * assistant do not count: customers are not informed about them.
 */
export async function findBooked(db: Db, workspaceId: string, contactId: string, now: string): Promise<Booked> {
  const { rows } = await listAppointments(
    db,
    workspaceId,
    { contactId, status: ['PENDING', 'CONFIRMED'], from: now, overlap: true },
    { sort: 'startTime', page: 1, limit: mostListed },
  );
  const orders = await ordersOf(db, workspaceId, contactId, { until: now, limit: mostOrdersRead });
  return {
    appointments: rows.filter(isConfirmed).map(({ title, startTime }) => ({ title, startTime })),
    orders: orders
      .filter((order) => isConfirmed(order) && !closedOrders.has(order.status))
      .slice(0, mostListed)
      .map(({ number }) => number),
  };
}

const isConfirmed = ({ unconfirmed }: { unconfirmed: unknown }): boolean => unconfirmed === null;
