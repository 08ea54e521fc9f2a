import type { Area } from '../../http/area.ts';
import { keyOperations } from './keys.operations.ts';
import { loginRoutes } from './login.ts';
import { sessionOperations } from './session.operations.ts';

/**
 * What only the owner may do: keys, sessions, settings, backups. Its operations are declared with `operation` and
 * `scope: 'owner'`, which the console's session has and no key ever gets.
 */
export const owner: Area = {
  name: 'owner',
  title: 'Owner',
  ownerOperations: { ...sessionOperations, ...keyOperations },
  routes: loginRoutes,
};
