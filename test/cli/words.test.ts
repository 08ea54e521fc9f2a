import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { commands, loadCommand } from '../../server/cli/commands.ts';
import { findCommand } from '../../server/cli/find-command.ts';
import { parseWords } from '../../server/cli/parse-words.ts';
import { version } from '../../server/version.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { cliJson, runCli, runInTerminal } from '../support/server/processes.ts';

test.each([
  [['--version'], [version], []],
  [[], ['keys create', 'outbound list'], []],
  [['help'], ['keys create', 'outbound list'], []],
  [['--help'], ['keys create', 'outbound list'], []],
  [['help', 'keys'], ['keys create', 'keys revoke'], ['outbound']],
  [['keys', '--help'], ['keys create', 'keys revoke'], ['outbound']],
  [
    ['keys', 'create', '--help'],
    ['keys create --name NAME --scopes SCOPES [--workspace ID]', 'orders.read'],
    ['revoke'],
  ],
  [['help', 'restore'], ['restore FILE', '--yes', 'Examples:'], ['backup FILE']],
  [['backup', 'file', '-h'], ['backup FILE [--force]'], ['restore FILE', '--yes']],
])('%j shows what there is', async (words, shown, left) => {
  const { code, stdout } = await runCli(await temporaryFolder(), words);
  expect(code).toBe(0);
  for (const text of shown) expect(stdout).toContain(text);
  for (const text of left) expect(stdout).not.toContain(text);
});

test.each(Object.keys(commands))('%s has examples that it accepts, and words for each option', async (name) => {
  const command = await loadCommand(name);
  if (!command) throw new Error(`Its module has no command ${name}`);
  for (const example of command.examples) {
    const words = (example.match(/"[^"]*"|[^ ]+/g) ?? []).map((word) => word.replaceAll('"', ''));
    // What follows redirects the output.
    const end = words.findIndex((word) => word.startsWith('>'));
    const { rest } = await findCommand(end < 0 ? words : words.slice(0, end));
    expect(() => parseWords(name, command, rest)).not.toThrow();
  }
  const declared = Object.keys({ ...command.positionals, ...command.options });
  expect(Object.keys(command.input.shape).sort()).toEqual(declared.sort());
});

test.each([
  [['keys', 'creat'], 'There is no command "keys creat", did you mean "keys create"?'],
  [['kyes', 'list'], 'There is no command "kyes list", did you mean "keys list"?'],
  [['bakcup', 'file'], 'did you mean "backup"?'],
  [['keys'], '"keys" needs one word more: npx frontdesk help keys shows which'],
  [['keys', 'frobnicate'], 'There is no command "keys frobnicate": npx frontdesk help keys lists them'],
  [['frobnicate', '--help'], 'There is no command "frobnicate": npx frontdesk help lists them'],
  [['--colour'], 'There is no option --colour: npx frontdesk help'],
  [['toString'], 'There is no command "toString"'],
  [['keys', 'create', '--scopes', 'all'], '--name is missing. Usage: npx frontdesk keys create --name NAME'],
  [['keys', 'create', '--name', '', '--scopes', 'all'], '--name must not be empty'],
  [['keys', 'create', '--name', 'A'.repeat(101), '--scopes', 'all'], '--name must have at most 100 characters'],
  [['workspaces', 'create', '--name', 'A', '--language', 'fr'], '--language must be one of pt, en, es'],
  [['keys', 'create', '--nam', 'A', '--scopes', 'all'], 'There is no option --nam, did you mean --name?'],
  [['keys', 'create', '--name'], "Option '--name <value>' argument missing"],
  [['model', 'set', '--base-url', 'http://127.0.0.1:1/v1', '--model', 'a', '--key', 'sk'], 'did you mean --key-file?'],
  [['keys', 'create', '--name', 'A', '--scopes', 'all,orders.reed'], 'unknown scopes: orders.reed'],
  [['keys', 'create', '--name', 'A', '--scopes', 'all', '--expires-at', 'tomorrow'], '--expires-at must be a time'],
  [['keys', 'create', '--name', 'A', '--scopes', 'all', '--expires-at', '2020-01-01T00:00:00Z'], 'in the future'],
  [['keys', 'list', '--colour'], 'There is no option --colour'],
  [['keys', 'list', 'extra'], 'Unexpected argument "extra"'],
  [['keys', 'revoke'], 'ID is missing'],
  [['workspaces', 'create', '--name', 'A', '--timezone', 'Mars/Base'], '--timezone must be an IANA time zone'],
  [['workspaces', 'update', 'ws_1', '--limit', 'cars=3'], '--limit must be KIND=NUMBER'],
  [['outbound', 'allow', 'http://x/'], 'ADDRESS must be HOST:PORT'],
  [['restore'], 'FILE is missing'],
  [['listen', '--types', 'order.creatd'], 'the unknown kind "order.creatd", did you mean "order.created"?'],
  [['listen', '--types', 'frobnicate'], 'the unknown kind "frobnicate": there are message.received'],
  [['listen', '--since', 'yesterday'], '--since must be a time such as 2027-01-31T09:30:00Z'],
  [['listen', '--forward-to', 'localhost:3000'], '--forward-to must be an http or https URL'],
  [['listen', '--url', 'http://127.0.0.1:1'], '--url needs a key: set FRONTDESK_KEY'],
  [['demo', '--remove'], 'The demo shop is removed with all its data. --yes does it without asking'],
])('refuses %j with one line and makes nothing', async (words, line) => {
  const home = await temporaryFolder();
  const { code, stdout, stderr } = await runCli(home, words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(await readdir(home)).toEqual([]);
});

test('with --json an error is one JSON object', async () => {
  const home = await temporaryFolder();
  const errorOf = async (words: string[]) => {
    const { code, stdout, stderr } = await runCli(home, [...words, '--json']);
    expect(stdout).toBe('');
    return { code, ...JSON.parse(stderr).error };
  };
  expect(await errorOf(['keys', 'creat'])).toMatchObject({ code: 2, kind: 'usage' });
  expect(await errorOf(['keys', 'list'])).toMatchObject({
    code: 1,
    kind: 'failed',
    message: expect.stringMatching(home),
  });
});

const hasTerminals = existsSync('/usr/bin/script');

test.skipIf(!hasTerminals)('asks a person at a terminal before something is lost', async () => {
  const home = await temporaryFolder();
  const { id } = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  const answer = (text: string) => runInTerminal(home, ['keys', 'revoke', id], text);
  const isRevoked = async () => (await cliJson(home, ['keys', 'list'])).data[0].revokedAt !== null;
  const declined = await answer('n\n');
  expect(declined.stdout).toContain('lose their access at once. Continue? [y/N]');
  expect(declined.stdout).toContain('Nothing was changed');
  expect([declined.code, await isRevoked()]).toEqual([1, false]);
  expect([(await answer('y\n')).code, await isRevoked()]).toEqual([0, true]);
});

/** Says how a shell would complete `frontdesk keys c` and `frontdesk keys create --na`. */
const bashScript = `source "$0"
  tell() { COMP_LINE="$1"; COMP_POINT=\${#1}; _frontdesk frontdesk "\${1##* }"; echo "\${COMPREPLY[@]}"; }
  tell "frontdesk keys c"; tell "frontdesk keys create --na"`;
const shells = {
  bash: bashScript,
  zsh: bashScript,
  fish: 'source $argv[1]; for line in "keys c" "keys create --na"; complete -C "frontdesk $line" | cut -f1; end',
};

describe.each(Object.entries(shells))('completion for %s', (shell, script) => {
  test.skipIf(!existsSync(`/usr/bin/${shell}`))('completes commands and options', async () => {
    const file = join(await temporaryFolder(), 'completion');
    await writeFile(file, (await runCli(await temporaryFolder(), ['completion', shell])).stdout);
    const { stdout } = await promisify(execFile)(shell, ['-c', script, file]);
    const [words = '', options = ''] = stdout.trim().split('\n');
    // zsh leaves out by itself what does not fit.
    expect([words.split(' '), options.split(' ')]).toEqual([
      expect.arrayContaining(['create']),
      expect.arrayContaining(['--name']),
    ]);
    expect(`${words} ${options}`).not.toMatch(/outbound|--limit/);
  });
});
