import type { Command } from './command.ts';
import { completionCommands } from './completion.ts';
import { demoCommands } from './demo.ts';
import { keyCommands } from './keys.ts';
import { listenCommands } from './listen/listen.ts';
import { loginCommands } from './login.ts';
import { maintenanceCommands } from './maintenance.ts';
import { mcpCommands } from './mcp.ts';
import { modelCommands } from './model.ts';
import { outboundCommands } from './outbound.ts';
import { sendingCommands } from './sending.ts';
import { workspaceCommands } from './workspaces.ts';

const own: Record<string, Command> = {
  ...loginCommands,
  ...keyCommands,
  ...workspaceCommands,
  ...outboundCommands,
  ...modelCommands,
  ...sendingCommands,
  ...listenCommands,
  ...maintenanceCommands,
  ...demoCommands,
  ...mcpCommands,
};

/** Every command by its name of one or two words, in the order of the help. */
export const commands: Record<string, Command> = { ...own, ...completionCommands(own) };
