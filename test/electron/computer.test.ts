import { describe, expect, test } from 'vitest';
import { channels } from '../../electron/bridge/bridge.ts';
import { languages } from '../../electron/words.ts';
import { clickItem, findItem, openShell, origin } from './open-shell.ts';

const { menu } = languages.en;
const page = { senderFrame: { url: `${origin}/settings`, parent: null } } as never;

describe('sleep', () => {
  test('is reported to the server once after waking, and the window is drawn again', async () => {
    const { ready, server, powerMonitor, window } = await openShell();
    ready();
    powerMonitor.emit('suspend');
    powerMonitor.emit('suspend');
    const asleep = new Date().toISOString();
    powerMonitor.emit('resume');
    const [woke, ...others] = server.messages.filter(({ type }) => type === 'woke');
    expect([woke, others]).toMatchObject([{ sleptAt: expect.any(String) }, []]);
    expect((woke as { sleptAt: string }).sleptAt <= asleep).toBe(true);
    expect(window().webContents).toMatchObject({ repaints: 1, reloads: 0 });
    powerMonitor.emit('unlock-screen');
    powerMonitor.emit('resume');
    expect(window().webContents).toMatchObject({ repaints: 3, reloads: 0 });
    expect(server.messages.filter(({ type }) => type === 'woke')).toHaveLength(1);
  });

  test('does not fail a shell whose window is not open', async () => {
    const { powerMonitor, windows } = await openShell();
    for (const event of ['suspend', 'resume', 'unlock-screen']) powerMonitor.emit(event);
    expect(windows).toEqual([]);
  });
});

describe('keeping the computer awake', () => {
  test('is off until the owner asks for it in the menu, and kept for the next start', async () => {
    const { made, blockers, app } = await openShell();
    expect([findItem(made.menu, menu.keepAwake).checked, blockers.size]).toEqual([false, 0]);
    clickItem(made.menu, menu.keepAwake);
    expect([findItem(made.menu, menu.keepAwake).checked, [...blockers.values()]]).toEqual([
      true,
      ['prevent-app-suspension'],
    ]);
    const next = await openShell({ prepare: (electron) => Object.assign(electron.app, { userData: app.userData }) });
    expect(next.blockers.size).toBe(1);
    clickItem(next.made.menu, menu.keepAwake);
    expect(next.blockers.size).toBe(0);
  });

  test('is offered to the console with the start at login, and the menu follows', async () => {
    const { ready, made, ipc, blockers, app } = await openShell({ platform: 'darwin' });
    ready();
    const choose = async (changes: object) => ipc.get(channels.chooseForComputer)?.(page, changes);
    expect(await choose({})).toEqual({ startsAtLogin: false, keepsAwake: false });
    expect(await choose({ keepsAwake: true })).toEqual({ startsAtLogin: false, keepsAwake: true });
    expect(await choose({ keepsAwake: true, startsAtLogin: true })).toEqual({ startsAtLogin: true, keepsAwake: true });
    expect([blockers.size, app.loginItem.openAtLogin]).toEqual([1, true]);
    expect(findItem(made.menu, menu.keepAwake).checked).toBe(true);
    expect(findItem(made.menu, menu.startAtLogin).checked).toBe(true);
  });
});

test('a start at login of macOS, which passes no arguments, opens no window', async () => {
  const { ready, window } = await openShell({
    platform: 'darwin',
    prepare: ({ app }) => Object.assign(app, { wasOpenedAtLogin: true }),
  });
  ready();
  expect(window().isShown).toBe(false);
});

describe('the portable build', () => {
  const program = 'D:\\My shop\\Frontdesk portable.exe';
  const around = { platform: 'win32', program, env: { PORTABLE_EXECUTABLE_FILE: program } } as const;

  test('registers its own file, not the copy that runs', async () => {
    const { app, made } = await openShell(around);
    clickItem(made.menu, menu.startAtLogin);
    expect(app.loginItem).toEqual({ openAtLogin: true, path: `"${program}"`, args: ['--hidden'] });
    expect(findItem(made.menu, menu.startAtLogin).checked).toBe(true);
    expect(app.schemeProgram).toBe(program);
    clickItem(made.menu, menu.startAtLogin);
    expect(app.loginItem).toMatchObject({ openAtLogin: false, path: `"${program}"` });
  });

  test('is not updated by an installer, which would not replace it', async () => {
    const { made } = await openShell({ ...around, updateFeed: 'https://updates.example' });
    expect(() => findItem(made.menu, menu.checkForUpdates)).toThrow();
  });
});

describe('a proxy of the system', () => {
  const start = async (proxy: string, env: NodeJS.ProcessEnv = {}) =>
    (await openShell({ env, prepare: ({ session }) => Object.assign(session, { proxy }) })).server.options.env;

  test.each([
    ['PROXY 10.0.0.1:3128; DIRECT', 'http://10.0.0.1:3128'],
    ['HTTPS proxy.shop.example:443', 'https://proxy.shop.example:443'],
    ['DIRECT', undefined],
    ['SOCKS5 10.0.0.1:1080; PROXY 10.0.0.1:3128', undefined],
    ['', undefined],
  ])('%j is named to the server as %j', async (proxy, named) => {
    expect(((await start(proxy)) as Record<string, string>).HTTPS_PROXY).toBe(named);
  });

  test('gives way to a proxy of the environment', async () => {
    expect(await start('PROXY 10.0.0.1:3128', { https_proxy: 'http://10.0.0.2:8080' })).toMatchObject({
      https_proxy: 'http://10.0.0.2:8080',
    });
    expect(await start('PROXY 10.0.0.1:3128', { HTTP_PROXY: 'http://10.0.0.2' })).not.toHaveProperty('HTTPS_PROXY');
  });
});
