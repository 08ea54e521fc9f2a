import type { Area } from '../../http/area.ts';
import { alertOperations } from './operations.ts';
import { raiseOverdue, raiseWaiting } from './raise-alerts.ts';

export { type Alert, alertRaised } from './events.ts';

declare module '../../platform/wiring.ts' {
  interface Services {
    /** Keys of the overdue alerts that this server has raised. */
    alerts: { told: Set<string> };
  }
}

export const alerts = {
  name: 'alerts',
  title: 'Alerts',
  ownerOperations: alertOperations,
  provides: { customerWaits: [raiseWaiting] },
  services: () => ({ alerts: { told: new Set<string>() } }),
  recurring: [{ name: 'overdue waits', cron: '* * * * *', run: raiseOverdue }],
} satisfies Area;
