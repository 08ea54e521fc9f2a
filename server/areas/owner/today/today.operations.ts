import { type Operations, operation } from '../../../http/operation.ts';
import { dayMs } from '../../../platform/durations.ts';
import { dayRange } from '../../../platform/text/days.ts';
import { currencyOf } from '../../../platform/text/money.ts';
import { readOpening } from '../../agents/index.ts';
import { countAppointments, findNextAppointment } from '../../appointments/index.ts';
import { listChannels } from '../../channels/index.ts';
import { countConversations, readMedianWait, readWaiting } from '../../inbox/index.ts';
import { countLateOrders, toCounts } from '../../orders/index.ts';
import { listAttention } from './list-attention.ts';
import { readFigures } from './read-figures.ts';
import { TodayView } from './today.schemas.ts';

const shownWaiting = 5;
const lateWithinMs = 7 * dayMs;

export const todayOperations = {
  getToday: operation({
    method: 'get',
    path: '/owner/today',
    scope: 'console',
    summary:
      'Get the start screen: who waits, the figures of today, this week and this month, and what needs attention',
    tx: 'none',
    success: 200,
    response: TodayView,
    async run({ platform, db, workspace, session, now }) {
      const { ordersOfToday, ...figures } = await readFigures(db, workspace, now);
      const day = dayRange(workspace.timezone, figures.date, figures.date) as { from: string; to: string };
      const channels = await listChannels(db, workspace.id, { includeDeactivated: false });
      const lateFrom = new Date(Date.parse(now) - lateWithinMs).toISOString();
      return {
        ...figures,
        currency: currencyOf(workspace.country) ?? null,
        opening: await readOpening(db, workspace, now),
        waiting: await readWaiting(db, workspace.id, shownWaiting),
        waits: {
          person: await readMedianWait(db, workspace.id, 'PERSON', day),
          any: await readMedianWait(db, workspace.id, 'ANSWER', day),
        },
        orders: {
          byStatus: toCounts(ordersOfToday),
          late: await countLateOrders(db, workspace.id, lateFrom, now),
        },
        appointments: {
          count: await countAppointments(db, workspace.id, day),
          next: await findNextAppointment(db, workspace.id, now),
        },
        attention: await listAttention({
          ...{ platform, db, workspace, now },
          isOwner: session.user.role === 'owner',
        }),
        firstSteps: {
          channelId: channels[0]?.id ?? null,
          connected: channels.some(({ connected_at }) => connected_at !== null),
          chat: (await countConversations(db, workspace.id, {})) > 0,
        },
      };
    },
  }),
} satisfies Operations;
