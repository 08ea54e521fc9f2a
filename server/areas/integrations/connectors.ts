import type { AnyAction, AnyConnector } from './connector.ts';
import { crm } from './connectors/crm.ts';
import { http } from './connectors/http.ts';

/** All connectors, in the order in which they are shown. */
export const connectors: AnyConnector[] = [http, crm];

export const findConnector = (key: string): AnyConnector | undefined =>
  connectors.find((connector) => connector.key === key);

export const findAction = (connector: AnyConnector, key: string): AnyAction | undefined =>
  connector.actions.find((action) => action.key === key);
