import type { Area } from '../../http/area.ts';
import { demoOperations } from './operations.ts';

export { findDemoId } from './fill-demo.ts';

/** A shop to look at: filled in seconds, gone without a trace. */
export const demo = { name: 'demo', title: 'Demo', ownerOperations: demoOperations } satisfies Area;
