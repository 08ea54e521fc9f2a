import { type Operations, operation } from '../../../http/operation.ts';
import { conversation } from '../conversations/conversations.operations.ts';
import { ConversationInsights } from './insights.schemas.ts';
import { readInsights } from './read-insights.ts';

export const insightOperations = {
  createConversationInsights: operation({
    method: 'post',
    path: '/api/conversations/{id}/ai-insights',
    scope: 'conversations.write',
    words: 'never',
    summary: 'Summarize a conversation and find its open questions',
    description:
      'Reads the newest 200 messages. Without a language model the local engine extracts the findings (`engine` is ' +
      '`local`): the same messages give the same findings, and nothing leaves this machine. With a model ' +
      '(`npx frontdesk model set`) the model is used; if it fails, `local` replaces it and `fallbackReason` says why.',
    tx: 'none',
    target: conversation,
    success: 200,
    response: ConversationInsights,
    run: ({ platform, workspace, target }) => readInsights(platform, workspace, target),
  }),
} satisfies Operations;
