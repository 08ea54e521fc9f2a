import type { Area } from '../http/area.ts';
import { channels } from './channels/index.ts';
import { contacts } from './contacts/index.ts';
import { inbox } from './inbox/index.ts';
import { library } from './library/index.ts';
import { simulator } from './simulator/index.ts';

/** The areas of the product, in the order in which they start: drivers and the inbox before the channels connect. */
export const areas: Area[] = [contacts, library, inbox, simulator, channels];
