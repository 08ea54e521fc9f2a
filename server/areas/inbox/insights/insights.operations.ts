import { type Operations, operation } from '../../../http/operation.ts';
import { conversation } from '../conversations/conversations.operations.ts';
import { ConversationInsights } from './insights.schemas.ts';
import { readInsights } from './read-insights.ts';

export const insightOperations = {
  createConversationInsights: operation({
    method: 'post',
    path: '/api/conversations/{id}/ai-insights',
    scope: 'conversations.write',
    summary: 'Find out what a conversation is about and what is open in it',
    description:
      'Reads the newest 200 messages. Without a language model the findings are extracted here (`engine` is `local`): ' +
      'the same messages give the same findings, and nothing leaves this machine. With one (`npx frontdesk model set`) it ' +
      'is asked, and `local` stands in when it fails, as `fallbackReason` then says.',
    tx: 'none',
    target: conversation,
    success: 200,
    response: ConversationInsights,
    run: ({ platform, workspace, target }) => readInsights(platform, workspace, target),
  }),
} satisfies Operations;
