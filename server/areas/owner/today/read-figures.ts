import { Temporal } from 'temporal-polyfill';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { dayOf } from '../../../platform/text/days.ts';
import { fromCents } from '../../../platform/text/money.ts';
import { readCounts } from '../../inbox/index.ts';
import { sumOrders } from '../../orders/index.ts';
import { readAgentDays } from '../../replies/index.ts';
import type { Day, Figures } from './today.schemas.ts';

/** What happened on one day, as it can be added up. */
interface Tally {
  date: string;
  cents: number;
  orders: number;
  conversations: number;
  agentConversations: number;
  handedOver: number;
}

/** The figures of today, this week and this month, and of their days; from counters and one range of an index. */
export async function readFigures(db: Db, workspace: Workspace, now: string) {
  const today = Temporal.PlainDate.from(dayOf(workspace.timezone, now));
  const weekFrom = today.subtract({ days: today.dayOfWeek - 1 }).toString();
  const monthFrom = today.with({ day: 1 }).toString();
  const from = weekFrom < monthFrom ? weekFrom : monthFrom;
  const sums = await sumOrders(db, workspace.id, from);
  const counts = await readCounts(db, workspace.id, from);
  const agentDays = await readAgentDays(db, workspace.id, from);
  const tallies = datesUntil(today, from).map((date): Tally => {
    const received = sums.filter(({ day }) => day === date);
    const sold = received.filter(({ status }) => status !== 'CANCELLED');
    const agent = agentDays.get(date);
    return {
      date,
      cents: sum(sold, ({ cents }) => cents),
      orders: sum(received, ({ count }) => count),
      conversations: counts.get(date)?.opened ?? 0,
      agentConversations: agent?.conversations ?? 0,
      handedOver: agent?.handedOver ?? 0,
    };
  });
  const since = (day: string) => toFigures(tallies.filter(({ date }) => date >= day));
  const date = today.toString();
  return {
    date,
    today: since(date),
    week: { from: weekFrom, ...since(weekFrom) },
    month: { from: monthFrom, ...since(monthFrom) },
    days: tallies.map((tally): Day => ({ date: tally.date, ...toFigures([tally]) })),
    ordersOfToday: sums.filter(({ day }) => day === date),
  };
}

function datesUntil(today: Temporal.PlainDate, from: string): string[] {
  const count = Temporal.PlainDate.from(from).until(today).days + 1;
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString());
}

function toFigures(tallies: Tally[]): Figures {
  const replied = sum(tallies, ({ agentConversations }) => agentConversations);
  // A conversation may be handed over twice in a day.
  const alone = Math.max(0, replied - sum(tallies, ({ handedOver }) => handedOver));
  return {
    sales: fromCents(sum(tallies, ({ cents }) => cents)),
    orders: sum(tallies, ({ orders }) => orders),
    conversations: sum(tallies, ({ conversations }) => conversations),
    agentShare: replied === 0 ? null : Math.round((alone / replied) * 1_000) / 1_000,
  };
}

function sum<Item>(items: Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
