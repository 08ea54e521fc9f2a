import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as electron from 'electron';
import { describe, expect, test } from 'vitest';
import { fill, languages } from '../../electron/words.ts';
import { nodeOptions } from '../../server/launch/node-options.js';
import { type ProcessDouble, StoppableEvent } from './electron-double.ts';
import { settle } from './make-electron.ts';
import { eventually } from './open-server.ts';
import { clickItem, consoleUrl, findItem, openShell, origin } from './open-shell.ts';

const conversationId = 'conv_01h455vb4pex5vsknk084sn02q';
const status = { type: 'status', channels: { count: 2, connected: 1 }, sendingPaused: false, waiting: 0 } as const;

const labelsOf = (menu: electron.MenuItemConstructorOptions[]) => menu.map(({ label }) => label);

test('the server runs under the options of npm start, and its compiled code is kept in a folder of the user', async () => {
  const { server, pieces } = await openShell();
  const cache = join(pieces.app.getPath('userData'), 'compile-cache');
  expect(server.options).toMatchObject({ execArgv: nodeOptions, env: { NODE_COMPILE_CACHE: cache } });
});

describe('one shell at a time', () => {
  test('a second start exits at once without a server', async () => {
    const { app, processes } = await openShell({ prepare: ({ app }) => Object.assign(app, { hasLock: false }) });
    expect(app.quits).toBe(1);
    expect(processes).toEqual([]);
  });

  test('the first one comes to the front, and opens the link', async () => {
    const { app, ready, signIn, window } = await openShell();
    ready();
    signIn();
    window().hide();
    app.emit('second-instance', {}, ['frontdesk'], '/', null);
    expect(window()).toMatchObject({ isShown: true, hasFocus: true });
    app.emit('second-instance', {}, ['frontdesk', `frontdesk://conversation/${conversationId}`], '/', null);
    expect(window().loaded.at(-1)).toBe(`${origin}/inbox/${conversationId}`);
  });
});

describe('the window', () => {
  test('opens the one-time link, without Node', async () => {
    const { ready, window } = await openShell();
    ready();
    expect(window().loaded).toEqual([consoleUrl]);
    expect(window().isShown).toBe(true);
    expect(window().options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      preload: '/opt/frontdesk/dist/electron/preload.cjs',
    });
  });

  test('opens a link passed at the start once the console has signed in', async () => {
    const { ready, signIn, window } = await openShell({ argv: ['frontdesk', 'frontdesk://channels'] });
    ready();
    expect(window().loaded).toEqual([consoleUrl]);
    signIn();
    expect(window().loaded).toEqual([consoleUrl, `${origin}/channels`]);
  });

  test('opens links from the event of macOS', async () => {
    const { app, ready, signIn, window } = await openShell({ platform: 'darwin' });
    ready();
    signIn();
    const event = new StoppableEvent();
    app.emit('open-url', event, 'frontdesk://settings');
    expect([event.isStopped, window().loaded.at(-1)]).toEqual([true, `${origin}/settings`]);
  });

  test('closes to the tray, and says so once', async () => {
    const { ready, window, notices, tray } = await openShell();
    ready();
    expect(window().close()).toBe(true);
    expect(window().isShown).toBe(false);
    window().show();
    window().close();
    expect(notices.map(({ body }) => body)).toEqual([languages.en.notices.keepsRunning]);
    tray.emit('click');
    expect(window().isShown).toBe(true);
  });

  test('closes when the owner prefers that, and when there is no tray', async () => {
    const wanted = await openShell();
    wanted.ready();
    clickItem(wanted.made.menu, languages.en.menu.closeToTray);
    expect(wanted.window().close()).toBe(false);
    const bare = await openShell({ prepare: ({ made }) => Object.assign(made, { hasTray: false }) });
    bare.ready();
    expect(bare.window().close()).toBe(false);
    bare.app.emit('window-all-closed');
    await settle();
    expect(bare.app.quits).toBe(1);
  });

  test('stays hidden after a start at login until requested', async () => {
    const { ready, window, tray } = await openShell({ argv: ['frontdesk', '--hidden'] });
    ready();
    expect(window().isShown).toBe(false);
    tray.emit('click');
    expect(window().isShown).toBe(true);
  });

  test('opens where it was left', async () => {
    const bounds = { x: 100, y: 50, width: 1100, height: 700 };
    const { ready, window } = await openShell({
      prepare({ app }) {
        mkdirSync(app.userData, { recursive: true });
        writeFileSync(join(app.userData, 'window.json'), JSON.stringify({ bounds, isMaximized: true }));
      },
    });
    ready();
    expect(window().options).toMatchObject(bounds);
    expect(window().isMax).toBe(true);
  });
});

describe.each(['pt', 'en', 'es'] as const)('the tray in %s', (language) => {
  const words = languages[language];

  test('shows the state and switches sending', async () => {
    const { tray, server, app, ready } = await openShell({
      prepare: ({ app }) => Object.assign(app, { locale: `${language}-XX` }),
    });
    expect(labelsOf(tray.menu)).toEqual([
      words.tray.open,
      undefined,
      words.tray.starting,
      words.tray.pauseSending,
      undefined,
      words.tray.quit,
    ]);
    expect(findItem(tray.menu, words.tray.pauseSending).enabled).toBe(false);
    ready();
    server.tell(status);
    expect(tray.toolTip).toBe(`Frontdesk: ${fill(words.tray.channels_other, { connected: 1, count: 2 })}`);
    clickItem(tray.menu, words.tray.pauseSending);
    expect(server.messages.at(-1)).toEqual({ type: 'pause-sending', paused: true });
    server.tell({ ...status, sendingPaused: true });
    expect(tray.toolTip).toContain(words.tray.paused);
    expect(findItem(tray.menu, words.tray.pauseSending)).toMatchObject({ checked: true, enabled: true });
    clickItem(tray.menu, words.tray.pauseSending);
    expect(server.messages.at(-1)).toEqual({ type: 'pause-sending', paused: false });
    clickItem(tray.menu, words.tray.quit);
    await settle();
    expect(app.quits).toBe(1);
  });
});

test('an alert shows a notification that opens the conversation', async () => {
  const { server, ready, signIn, notices, window } = await openShell();
  ready();
  signIn();
  const alert = { type: 'alert', conversationId, contactName: 'Maria', summary: 'Quero falar com alguém' } as const;
  server.tell({ ...alert, kind: 'waiting' });
  expect(notices[0]).toMatchObject({ title: 'Maria is waiting for you', body: 'Quero falar com alguém' });
  window().hide();
  notices[0]?.emit('click');
  expect(window().loaded.at(-1)).toBe(`${origin}/inbox/${conversationId}`);
  expect(window().isShown).toBe(true);
  // A console in front of everything else rings by itself.
  window().hasFocus = true;
  server.tell({ ...alert, kind: 'overdue' });
  expect(notices).toHaveLength(1);
  window().hasFocus = false;
  server.tell({ ...alert, kind: 'overdue', summary: '' });
  expect(notices[1]).toMatchObject({
    title: 'Maria is still waiting',
    body: 'A customer is waiting for a person.',
  });
});

test.each(['linux', 'darwin', 'win32'] as const)('on %s the icon tells how many wait', async (platform) => {
  const { app, server, ready, window, tray } = await openShell({ platform });
  ready();
  server.tell({ ...status, waiting: 3 });
  expect(app.badge).toBe(3);
  expect(tray.toolTip).toContain('Waiting for a person: 3');
  server.tell(status);
  expect(app.badge).toBe(0);
  expect(window().overlays.slice(-2)).toEqual(platform === 'win32' ? ['Waiting for a person: 3', ''] : []);
});

test('quitting stops the server first', async () => {
  const { app, server, ready } = await openShell();
  ready();
  app.quit();
  expect(app.quits).toBe(0);
  expect(server.messages.at(-1)).toEqual({ type: 'stop' });
  await settle();
  expect(app.quits).toBe(1);
});

test('a server that cannot start shows a page with its message, its log and what to do', async () => {
  const { app, made, processes, window, protocols, shownFolders } = await openShell();
  for (const round of [0, 1, 2, 3]) {
    const server = processes[round] as ProcessDouble;
    server.stderr.write('{"msg":"<b>trouble</b>"}\n');
    await settle();
    server.tell({ type: 'failed', message: 'Port 7420 is in use' });
    server.die(1);
    if (round < 3) await eventually(() => processes.length === round + 2);
    await settle();
  }
  expect(processes).toHaveLength(4);
  expect(window().loaded.at(-1)).toBe('app://shell/safe-mode');
  expect(made.tray.toolTip).toContain(languages.en.tray.stopped);
  const answer = await protocols.get('app')?.(new Request('app://shell/safe-mode'));
  const page = (await answer?.text()) ?? '';
  expect(page).toContain('Port 7420 is in use');
  expect(page).toContain('&lt;b&gt;trouble&lt;/b&gt;');
  expect(page).not.toContain('<b>trouble');
  expect(window().webContents.navigate('app://shell/do/open-data-folder')).toBe(true);
  expect(shownFolders).toEqual([join(app.userData, 'data')]);
  window().webContents.navigate('app://shell/do/restart');
  await settle();
  expect(processes).toHaveLength(5);
  processes[4]?.tell({ type: 'ready', url: origin, consoleUrl });
  expect(window().loaded.at(-1)).toBe(consoleUrl);
});

test('no page but its own can press the buttons of the safe-mode page', async () => {
  const { ready, signIn, window, shownFolders, opened } = await openShell();
  ready();
  signIn();
  expect(window().webContents.navigate('app://shell/do/open-data-folder')).toBe(true);
  expect([shownFolders, opened]).toEqual([[], []]);
});

test('a computer without a password store is reported once', async () => {
  const { notices, server } = await openShell({
    prepare: ({ safeStorage }) => Object.assign(safeStorage, { backend: 'basic_text' }),
  });
  expect(notices.map(({ body }) => body)).toEqual([languages.en.notices.noKeyStore]);
  expect(server.messages[0]).toEqual({ type: 'start', secretKey: null, keepsKey: false });
});
