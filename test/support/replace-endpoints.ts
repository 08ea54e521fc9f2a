import { endpoints } from '../../server/areas/integrations/connectors/endpoints.ts';

/** For processes that tests start (`NODE_OPTIONS=--import=…`): doubles in the place of sides that have one address. */
Object.assign(endpoints, JSON.parse(process.env.FRONTDESK_TEST_ENDPOINTS ?? '{}'));
