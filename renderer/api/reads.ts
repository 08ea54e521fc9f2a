import type { OperationId } from './operations.ts';

/** Operations whose results become stale together, by subject. */
export const reads = {
  agents: [
    'listAgents',
    'getAgent',
    'listCatalogItems',
    'getAgentsOverview',
    'getAgentMetrics',
    'listAgentTemplates',
    'getAgentEval',
    'getAgentKnowledgeBases',
    'getKnowledgeBaseAgents',
  ],
  campaigns: ['listMarketingCampaigns', 'getMarketingCampaign', 'getSendingRules', 'getCampaignReport'],
  channels: ['listChannels', 'getChannel', 'getChannelHealth', 'getChannelQr', 'getCloudCredentials'],
  contacts: ['listContacts', 'getContact', 'getContactTimeline', 'listContactTags'],
  conversations: ['listConversations', 'getConversationOverview', 'getConversationQueue'],
  conversation: ['getConversation', 'getConversationHandoff', 'listNotes'],
  integrations: [
    'listIntegrations',
    'listIntegrationBindings',
    'listIntegrationTargets',
    'listIntegrationSyncJobs',
    'getIntegrationSyncJob',
    'getSpreadsheetFolders',
  ],
  knowledge: ['listKnowledgeBases', 'getKnowledgeBase', 'listKnowledgeBaseSources'],
  messages: ['listMessages', 'listSimulatorMessages'],
  syncJobs: ['listIntegrationSyncJobs', 'getIntegrationSyncJob'],
  webhooks: ['listWebhooks', 'listEventKinds', 'listDeliveries', 'getDelivery', 'listEventLog', 'getLoggedEvent'],
} as const satisfies Record<string, readonly OperationId[]>;
