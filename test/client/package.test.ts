import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { list } from 'tar';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { compileClient } from '../../build/client/compile-client.ts';
import { Frontdesk } from '../../build/client/package/index.ts';
import { freePort } from '../support/environment/free-port.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const root = join(import.meta.dirname, '../..');
/** From where the compiled server of the tests serves it (`support/environment/compiled-programs.ts`). */
const built = join(root, 'node_modules/.cache/dist');
const run = promisify(execFile);

beforeAll(() => mkdir(built, { recursive: true }).then(() => compileClient(built)));

async function startShop() {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'client', '--scopes', 'all']);
  const { url } = await startServerProcess(home, { FRONTDESK_OUTBOUND_ALLOW: '*' });
  return { url, key: key as string, frontdesk: new Frontdesk({ url, key }) };
}

/** A folder in which the package is installed by npm from a running server, without any registry. */
async function install(url: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const nowhere = ['--registry', 'http://127.0.0.1:1/', '--fetch-retries', '0', '--cache', join(folder, '.npm')];
  await npm(folder, ['install', '--no-audit', '--no-fund', ...nowhere, `${url}/docs/client.tgz`]);
  return folder;
}

const npm = (cwd: string, words: string[]) => run('npm', words, { cwd, shell: process.platform === 'win32' });

/** The programs of the README, by their headings. */
async function readExamples(): Promise<Record<string, string>> {
  const text = await readFile(join(root, 'build/client/package/README.md'), 'utf8');
  const examples = text.split(/^## /m).flatMap((section) => {
    const code = /```ts\n(.*?)```/s.exec(section)?.[1];
    return code ? [[section.slice(0, section.indexOf('\n')), code]] : [];
  });
  return Object.fromEntries(examples);
}

/** Compiles a folder as strictly as a caller may; throws what the compiler says. */
async function compile(folder: string, compiler: string, options: object): Promise<void> {
  const strict = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strict, ...options } }));
  const words = [join(root, compiler, 'bin/tsc'), '-p', folder];
  await run(process.execPath, words).catch(({ stdout }) => Promise.reject(new Error(stdout)));
}

/** Node 20 where the machine has one, which is the oldest that the client runs on; else the Node of the tests. */
async function findNode(): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const { stdout } = await run(node, ['--version'], { env: {} }).catch(() => ({ stdout: '' }));
    if (stdout.startsWith('v20.')) return node;
  }
  return process.execPath;
}

/** Runs a program; `output` resolves when it ends by itself. */
function start(node: string, file: string, env: Record<string, string>) {
  const child = spawn(node, [file], { env });
  onTestFinished(() => void child.kill());
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(text)));
  return { text: () => text, ended, isOver: () => child.exitCode !== null };
}

describe('The package', () => {
  test('has what npm would pack, and nothing to install beside it', async () => {
    const { stdout } = await npm(join(built, 'client'), ['pack', '--dry-run', '--json']);
    const packed = JSON.parse(stdout)[0].files.map(({ path }: { path: string }) => `package/${path}`);
    const listed: string[] = [];
    await list({ file: join(built, 'client.tgz'), onReadEntry: ({ path }) => void listed.push(path) });
    expect(listed.filter((path) => !path.endsWith('/')).sort()).toEqual(packed.sort());
    expect(listed.filter((path) => !/\/$|\.(js|d\.ts|json|md)$|LICENSE$/.test(path))).toEqual([]);
    const manifest = JSON.parse(await readFile(join(built, 'client/package.json'), 'utf8'));
    const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'frontdesk-client', version, license, type: 'module' });
    expect(manifest.engines).toEqual({ node: '>=20' });
    expect(Object.keys(manifest).filter((field) => /dependencies|scripts/i.test(field))).toEqual([]);
  });

  test('is served without a key, and a server without it says how to build it', async () => {
    const { url } = await startShop();
    const file = join(built, 'client.tgz');
    const served = await fetch(`${url}/docs/client.tgz`);
    expect(served.headers.get('content-type')).toBe('application/gzip');
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(file))).toBe(true);
    await rename(file, `${file}.away`);
    onTestFinished(() => rename(`${file}.away`, file));
    const answer = await fetch(`${url}/docs/client.tgz`);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      404,
      expect.stringContaining('npm run build:client'),
    ]);
  });

  test('installs from a server, compiles for browsers, and its bundle calls the API without anything of Node', async () => {
    const { url, key } = await startShop();
    const folder = await install(url);
    const page = `import { Frontdesk, verifyWebhook } from 'frontdesk-client';
      const frontdesk = new Frontdesk({ url: '${url}', key: '${key}' });
      const { total } = await frontdesk.listContacts();
      await verifyWebhook({ headers: {}, body: '', secret: '' }).catch((error: unknown) => console.log(total, String(error)));`;
    await writeFile(join(folder, 'page.ts'), page);
    await compile(folder, 'test/node_modules/typescript-api', { lib: ['es2022', 'dom'], types: [], noEmit: true });
    await build({
      entryPoints: [join(folder, 'page.ts')],
      outfile: join(folder, 'page.js'),
      bundle: true,
      platform: 'browser',
      format: 'esm',
      banner: { js: 'const process = undefined, Buffer = undefined, require = undefined, global = undefined;' },
      logLevel: 'silent',
    });
    expect(await start(await findNode(), join(folder, 'page.js'), {}).ended).toBe(
      '0 WebhookError: The webhook has no header webhook-id\n',
    );
  });
});

test('the examples of its README compile and do what they say', { timeout: 120_000 }, async () => {
  const { url, key, frontdesk } = await startShop();
  const folder = await install(url);
  for (const name of ['@types', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  const port = await freePort();
  const examples = Object.entries(await readExamples());
  expect(examples).toHaveLength(7);
  for (const [title, code] of examples) {
    const placed = code.replaceAll('http://127.0.0.1:7420', url).replaceAll('9000', String(port));
    await writeFile(join(folder, `${title}.ts`), placed);
  }
  await compile(folder, 'node_modules/typescript', { lib: ['es2022'], types: ['node'] });
  const webhook = { url: `http://127.0.0.1:${port}/`, events: ['bot.created'] as const };
  const { secret } = await frontdesk.createWebhook({ body: { ...webhook, events: [...webhook.events] } });
  const node = await findNode();
  const env = { FRONTDESK_KEY: key, FRONTDESK_WEBHOOK_SECRET: secret };
  const startExample = (title: string) => start(node, join(folder, `${title}.js`), env);

  expect(await startExample('A first conversation').ended).toBe('SENT: Tem pizza hoje? Tem sim! Qual sabor?\n');
  expect(await startExample('Pages').ended).toBe('Maria\n');
  expect(await startExample('Errors and retries').ended).toMatch(/^body\.phone: .+\n$/);

  const events = startExample('Live events');
  const [channel] = (await frontdesk.listChannels()).data;
  await expect
    .poll(async () => {
      await frontdesk.sendAsCustomer({ id: channel?.id ?? '', body: { from: '+5511987654321', content: 'Tchau' } });
      return events.isOver();
    })
    .toBe(true);
  expect(await events.ended).toBe('A customer wrote: Tchau\n');

  const receiver = startExample('Webhooks');
  // A delivery that finds no receiver would be tried again only after seconds.
  await expect
    .poll(() =>
      fetch(webhook.url, { method: 'POST' }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401);
  expect(await startExample('Changes by others').ended).toBe('precondition_failed\n');
  await expect.poll(receiver.text).toMatch(/^bot\.created at \d{4}-.+\n$/);
  expect(await startExample('Files').ended).toMatch(/^menu\.txt is [A-Z]+\n$/);
});
