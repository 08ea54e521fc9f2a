import type { Command } from './command.ts';

interface Entry {
  /** The line that the help shows. */
  summary: string;
  /** Its module, which may hold others. */
  load(): Promise<{ commands: Record<string, Command> }>;
}

const keys = () => import('./keys.ts');
const workspaces = () => import('./workspaces.ts');
const outbound = () => import('./outbound.ts');
const model = () => import('./model.ts');
const sending = () => import('./sending.ts');
const machine = () => import('./machine.ts');
const maintenance = () => import('./maintenance.ts');

/**
 * Every command by its name of one or two words, in the order of the help. A call loads the one that it names, and the
 * help none: loading all takes longer than most commands run.
 */
export const commands: Record<string, Entry> = {
  login: {
    summary: 'Print a link that signs the first owner in to the console',
    load: () => import('./login.ts'),
  },
  'keys create': { summary: 'Create an API key and show it once', load: keys },
  'keys list': { summary: 'Show all keys without their secrets', load: keys },
  'keys revoke': { summary: 'Revoke a key at once', load: keys },
  'keys rotate': { summary: 'Replace a key; the old one stays valid for up to 24 hours', load: keys },
  'workspaces create': { summary: 'Add a workspace; omitted options are taken from this machine', load: workspaces },
  'workspaces list': { summary: 'Show all workspaces', load: workspaces },
  'workspaces update': { summary: 'Change a workspace, its limits or its trial', load: workspaces },
  'outbound allow': { summary: 'Allow webhooks and flows to reach an address that is not public', load: outbound },
  'outbound list': { summary: 'Show the allowed addresses; FRONTDESK_OUTBOUND_ALLOW adds to them', load: outbound },
  'outbound remove': { summary: 'Remove an allowed address', load: outbound },
  'model set': { summary: 'Use an OpenAI-compatible language model for insights', load: model },
  'model show': { summary: 'Show the configured language model, without its key', load: model },
  'model clear': { summary: 'Remove the configured language model', load: model },
  'sending pause': {
    summary: 'Send nothing to customers and webhooks; incoming messages are still received',
    load: sending,
  },
  'sending resume': { summary: 'Resume sending, starting with what waited', load: sending },
  'sending status': { summary: 'Show whether sending is paused', load: sending },
  machine: { summary: 'Show the id and name of this machine', load: machine },
  'spares add': { summary: 'Name a machine on which a copy of the data folder sends without asking', load: machine },
  'spares list': { summary: 'Show the spare machines', load: machine },
  'spares remove': { summary: 'Remove a spare machine', load: machine },
  listen: {
    summary: 'Show events as they happen, and forward them to a program that you develop',
    load: () => import('./listen/listen.ts'),
  },
  backup: { summary: 'Write all data to one file', load: maintenance },
  restore: { summary: 'Verify a backup and restore it', load: maintenance },
  doctor: { summary: 'Check this installation', load: maintenance },
  demo: {
    summary: 'Create a demo shop next to the real one, or remove it with all its data',
    load: () => import('./demo.ts'),
  },
  mcp: {
    summary: 'Connect an assistant that starts a program and speaks MCP with it',
    load: () => import('./mcp.ts'),
  },
  completion: {
    summary: 'Print a script that completes commands and options in a shell',
    // It prints a script of all commands.
    load: async () => ({ commands: (await import('./completion.ts')).completionCommands(loadCommands) }),
  },
};

/** Returns a command of the list, or undefined. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return (await entry?.load())?.commands[name];
}

/** Returns all commands by their names. */
async function loadCommands(): Promise<Record<string, Command>> {
  const modules = await Promise.all(Object.values(commands).map(({ load }) => load()));
  return Object.assign({}, ...modules.map((module) => module.commands));
}
