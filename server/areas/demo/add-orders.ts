import type { Db } from '../../platform/database/database.ts';
import { dayMs, minuteMs } from '../../platform/durations.ts';
import { dayOf } from '../../platform/text/days.ts';
import type { Work } from '../../platform/work/work.ts';
import { changeOrder, createOrder } from '../orders/index.ts';
import type { Demo } from './fill-demo.ts';
import { Random } from './random.ts';
import type { DemoShop } from './stories/story.schemas.ts';
import { feeOf, toItem } from './tell-story.ts';

type Status = 'AWAITING_PAYMENT' | 'PREPARING' | 'READY_FOR_PICKUP' | 'OUT_FOR_DELIVERY' | 'COMPLETED' | 'CANCELLED';

/** An order of the past: how long ago it was placed, and when it took its status. */
interface PastOrder {
  placedMinutesAgo: number;
  changedMinutesAgo: number;
  status: Status;
}

/** Customers of the latest conversations, which can still be answered. */
const latestPeople = 9;

/** What is on the counter now; two of them are late. */
const onTheCounter: PastOrder[] = [
  { placedMinutesAgo: 3, changedMinutesAgo: 3, status: 'AWAITING_PAYMENT' },
  { placedMinutesAgo: 17, changedMinutesAgo: 17, status: 'AWAITING_PAYMENT' },
  { placedMinutesAgo: 6, changedMinutesAgo: 5, status: 'PREPARING' },
  { placedMinutesAgo: 15, changedMinutesAgo: 13, status: 'PREPARING' },
  { placedMinutesAgo: 24, changedMinutesAgo: 22, status: 'PREPARING' },
  { placedMinutesAgo: 76, changedMinutesAgo: 71, status: 'PREPARING' },
  { placedMinutesAgo: 35, changedMinutesAgo: 8, status: 'READY_FOR_PICKUP' },
  { placedMinutesAgo: 48, changedMinutesAgo: 12, status: 'OUT_FOR_DELIVERY' },
  { placedMinutesAgo: 55, changedMinutesAgo: 19, status: 'OUT_FOR_DELIVERY' },
  { placedMinutesAgo: 110, changedMinutesAgo: 64, status: 'OUT_FOR_DELIVERY' },
  { placedMinutesAgo: 90, changedMinutesAgo: 31, status: 'COMPLETED' },
  { placedMinutesAgo: 105, changedMinutesAgo: 47, status: 'COMPLETED' },
  { placedMinutesAgo: 130, changedMinutesAgo: 82, status: 'COMPLETED' },
  { placedMinutesAgo: 95, changedMinutesAgo: 88, status: 'CANCELLED' },
];

const pastDays = 13;
const cards = ['CREDIT_CARD', 'DEBIT_CARD', 'CASH'] as const;

/** Pix is Brazilian. */
const methodsOf = ({ currency }: DemoShop) => (currency === 'BRL' ? (['PIX', 'PIX', ...cards] as const) : cards);
/** Orders per transaction: few enough that requests in between do not wait. */
const atOnce = 20;

/** Fills the orders screen: two weeks of orders by customers of the chat, and those on the counter now. */
export async function addOrders(demo: Demo, workAt: (at: number) => (db: Db) => Work): Promise<void> {
  // Not the shop's own generator: its conversations stay the same whatever is ordered.
  const random = new Random(7);
  const now = demo.platform.clock.now().getTime();
  const orders = [...pastOrders(random, now, demo.workspace.timezone), ...onTheCounter].sort(
    (a, b) => b.placedMinutesAgo - a.placedMinutesAgo,
  );
  for (let start = 0; start < orders.length; start += atOnce) {
    await demo.platform.write(async ({ db }) => {
      for (const order of orders.slice(start, start + atOnce))
        await addOrder(demo, random, order, now, (at) => workAt(at)(db));
    });
  }
}

/** More on the evenings of a weekend; one in fifteen is cancelled. */
function pastOrders(random: Random, now: number, timezone: string): PastOrder[] {
  const today = dayOf(timezone, new Date(now).toISOString());
  return Array.from({ length: pastDays }, (_, index) => index + 1).flatMap((daysAgo) => {
    const isBusy = [0, 5, 6].includes(new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * dayMs).getUTCDay());
    return Array.from({ length: random.between(6, 9) + (isBusy ? 7 : 0) }, (): PastOrder => {
      const placedMinutesAgo = (daysAgo * dayMs) / minuteMs + random.between(-90, 90);
      const changedMinutesAgo = placedMinutesAgo - random.between(28, 65);
      return { placedMinutesAgo, changedMinutesAgo, status: random.next() < 0.07 ? 'CANCELLED' : 'COMPLETED' };
    });
  });
}

async function addOrder(
  { agentId, people, shop }: Demo,
  random: Random,
  { placedMinutesAgo, changedMinutesAgo, status }: PastOrder,
  now: number,
  workAt: (at: number) => Work,
): Promise<void> {
  const isNow = placedMinutesAgo < dayMs / minuteMs / 2;
  const person = random.pick(isNow ? people.slice(-latestPeople) : people);
  const isPickup = status === 'READY_FOR_PICKUP' || (status !== 'OUT_FOR_DELIVERY' && random.next() < 0.25);
  const dishes = { ...toItem(random.pick(shop.menu)), quantity: random.pick([1, 1, 1, 2, 3]) };
  const items = [
    dishes,
    toItem(random.pick(shop.drinks)),
    ...(random.next() < 0.3 ? [toItem(random.pick(shop.menu))] : []),
  ];
  const deliveryFee = isPickup ? 0 : feeOf(shop);
  const sum = items.reduce((total, { quantity, unitPrice }) => total + Math.round(quantity * unitPrice * 100), 0);
  const method = random.pick(methodsOf(shop));
  const isPaid = status !== 'AWAITING_PAYMENT' && status !== 'CANCELLED' && method !== 'CASH';
  const work = workAt(now - placedMinutesAgo * minuteMs);
  const isFromChat = random.next() < 0.7;
  const { id } = await createOrder(
    { ...work, actor: { source: isFromChat ? 'AGENT' : 'CONSOLE', id: null, name: null } },
    {
      aiAgentId: agentId,
      clientName: person.name,
      clientPhone: person.phone,
      items,
      total: (sum + Math.round(deliveryFee * 100)) / 100,
      paymentMethod: method,
      paymentStatus: isPaid ? 'PAID' : 'PENDING',
      ...(isPickup ? {} : { deliveryFee, address: addressIn(random.pick(shop.streets), random) }),
      ...(random.next() < 0.2 ? { notes: random.pick(shop.orderNotes) } : {}),
    },
  );
  const changed = workAt(now - changedMinutesAgo * minuteMs);
  const isDone = status === 'COMPLETED';
  await changeOrder(changed, id, { status, ...(isDone ? { paymentStatus: 'PAID' as const } : {}) });
}

/** Some streets of the stories come with their number. */
const addressIn = (street: string, random: Random): string =>
  /\d/.test(street) ? street : `${street}, ${random.between(2, 480)}`;
