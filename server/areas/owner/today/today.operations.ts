import { type Operations, operation } from '../../../http/operation.ts';
import { listKeys } from '../../../platform/access/api-keys.ts';
import { dayRange, lastDays } from '../../../platform/text/days.ts';
import { listChannels, toChannel } from '../../channels/index.ts';
import { countDeliveriesByDay } from '../../developers/index.ts';
import { readOverview } from '../../inbox/index.ts';
import { listAttention } from './list-attention.ts';
import { type Metric, TodayView } from './today.schemas.ts';

const shownDays = 7;

export const todayOperations = {
  getToday: operation({
    method: 'get',
    path: '/owner/today',
    scope: 'console',
    summary: 'Get the start screen: the last seven days and what needs attention',
    tx: 'none',
    success: 200,
    response: TodayView,
    async run({ platform, db, workspace, session, now }) {
      const days = lastDays(workspace.timezone, now, shownDays);
      const { metrics, byStatus } = await readOverview(db, workspace, now);
      const channels = await listChannels(db, workspace.id, { includeDeactivated: false });
      const ranges = days.map((day) => dayRange(workspace.timezone, day, day) as { from: string; to: string });
      const keys = await listKeys(db, workspace.id);
      return {
        days,
        messages: { received: toMetric(metrics.received), sent: toMetric(metrics.sent) },
        conversations: {
          opened: toMetric(metrics.opened),
          resolved: toMetric(metrics.resolved),
          handedOff: toMetric(metrics.handedOff),
        },
        deliveries: await countDeliveriesByDay(db, workspace.id, ranges),
        channels: channels.map(toChannel),
        attention: await listAttention({
          ...{ platform, db, workspace, channels, now },
          isOwner: session.user.role === 'owner',
        }),
        firstSteps: {
          channel: channels.length > 0,
          connected: channels.some(({ connected_at }) => connected_at !== null),
          chat: byStatus.ACTIVE + byStatus.HANDED_OFF + byStatus.RESOLVED > 0,
          key: keys.length > 0,
        },
      };
    },
  }),
} satisfies Operations;

const toMetric = (metric: { total: number; growthPercent: number | null; sparkline: number[] }): Metric => ({
  total: metric.total,
  growthPercent: metric.growthPercent,
  byDay: metric.sparkline,
});
