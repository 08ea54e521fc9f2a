import type { Area } from '../../http/area.ts';
import { demoOperations } from './operations.ts';

export { findDemoId } from './fill-demo.ts';

/** A demo shop, filled in seconds and removed without a trace. */
export const demo = { name: 'demo', title: 'Demo', ownerOperations: demoOperations } satisfies Area;
