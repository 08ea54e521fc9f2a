import type { Area } from '../http/area.ts';
import { agents } from './agents/index.ts';
import { alerts } from './alerts/index.ts';
import { appointments } from './appointments/index.ts';
import { assistants } from './assistants/index.ts';
import { campaigns } from './campaigns/index.ts';
import { catalogs } from './catalogs/index.ts';
import { channels } from './channels/index.ts';
import { cloud } from './cloud/index.ts';
import { contacts } from './contacts/index.ts';
import { crm } from './crm/index.ts';
import { demo } from './demo/index.ts';
import { developers } from './developers/index.ts';
import { flows } from './flows/index.ts';
import { inbox } from './inbox/index.ts';
import { integrations } from './integrations/index.ts';
import { knowledge } from './knowledge/index.ts';
import { leads } from './leads/index.ts';
import { library } from './library/index.ts';
import { orders } from './orders/index.ts';
import { owner } from './owner/index.ts';
import { qr } from './qr/index.ts';
import { replies } from './replies/index.ts';
import { search } from './search/index.ts';
import { simulator } from './simulator/index.ts';
import { templates } from './templates/index.ts';

export { type Alert, alertRaised } from './alerts/index.ts';
export { countChannels } from './channels/index.ts';
export { countWaiting } from './inbox/index.ts';
export { labelOf } from './people/index.ts';

const all = [
  search,
  contacts,
  library,
  inbox,
  simulator,
  qr,
  cloud,
  templates,
  channels,
  agents,
  knowledge,
  catalogs,
  leads,
  orders,
  appointments,
  crm,
  flows,
  replies,
  campaigns,
  developers,
  integrations,
  alerts,
  assistants,
  demo,
  owner,
] as const;

/** All areas in start order: drivers and the inbox start before the channels connect. */
export const areas: readonly Area[] = all;

type AreaTypes = (typeof all)[number];
type Merge<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never;

/** Every operation that the console may call, by operation id; types the console's client. */
export type AllOperations = Merge<
  | (AreaTypes extends infer One ? (One extends { operations: infer Some } ? Some : never) : never)
  | (AreaTypes extends infer One ? (One extends { ownerOperations: infer Some } ? Some : never) : never)
>;
