import { appointmentTools } from './appointments.ts';
import { conversationTools } from './conversations.ts';
import { customerTools } from './customers.ts';
import { knowledgeTools } from './knowledge.ts';
import { operationTools } from './operations.ts';
import { salesTools } from './sales.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order of the list. */
export const allTools: readonly Tool[] = [
  ...customerTools,
  ...conversationTools,
  ...salesTools,
  ...appointmentTools,
  ...knowledgeTools,
  ...operationTools,
];
