import { endpoints } from '../../../server/areas/integrations/connectors/endpoints.ts';

/**
 * Preloaded into processes started by tests (`NODE_OPTIONS=--import=…`): replaces services with a fixed address by
 * doubles.
 */
Object.assign(endpoints, JSON.parse(process.env.FRONTDESK_TEST_ENDPOINTS ?? '{}'));
