import { operationQuery, taggedQuery } from '../../api/query.ts';

export const flowsQuery = (aiAgentId: string) =>
  operationQuery('listFlows', { query: { aiAgentId, includeArchived: true } });

/** With the ETag, so that a save does not overwrite changes by others. */
export const flowQuery = (id: string) => taggedQuery('getFlow', { path: { id } });

export const overviewQuery = (aiAgentId: string) => operationQuery('getFlowOverview', { query: { aiAgentId } });

export const agentsQuery = operationQuery('listAgents', { query: { archived: false } });

export const pipelinesQuery = operationQuery('listCrmPipelines');

export const stagesQuery = operationQuery('listConversationStages');

export const templatesQuery = operationQuery('listChatTemplates', { query: { status: 'APPROVED', limit: 100 } });

/** Items on sale that an order of the flow may name. */
export const itemsQuery = (id: string) =>
  operationQuery('listCatalogItems', { path: { id }, query: { active: true, limit: 100 } });

/** What changes when a flow does. */
export const flowReads = ['listFlows', 'getFlow', 'getFlowOverview'] as const;
