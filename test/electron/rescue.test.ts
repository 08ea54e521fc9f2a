import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '../../electron/words.ts';
import type { ProcessDouble } from './electron-double.ts';
import { settle } from './make-electron.ts';
import { eventually } from './open-server.ts';
import { openShell } from './open-shell.ts';

const { safeMode } = languages.en;
const name = 'frontdesk-2026-11-21T03-00-00-nightly.backup';
const backups = [
  { name, createdAt: '2026-11-21T03:00:00.000Z', reason: 'nightly' },
  { name: 'frontdesk-2026-11-20T03-00-00-manual.backup', createdAt: '2026-11-20T03:00:00.000Z', reason: 'manual' },
];

/** A shell in safe mode, since the key cannot be read. */
async function openSafeMode() {
  const shell = await openShell({
    prepare: ({ safeStorage, app }) => {
      Object.assign(safeStorage, { isLocked: true });
      sealKey(app.userData);
    },
  });
  await settle();
  const page = async () => (await shell.protocols.get('app')?.(new Request('app://shell/safe-mode')))?.text() ?? '';
  const press = async (button: string) => {
    shell.window().webContents.navigate(`app://shell/do/${button}`);
    await settle();
  };
  const latest = () => shell.processes.at(-1) as ProcessDouble;
  return { ...shell, page, press, latest };
}

function sealKey(userData: string): void {
  mkdirSync(join(userData, 'data'), { recursive: true });
  writeFileSync(join(userData, 'data', 'secret.sealed'), 'sealed');
}

async function openList() {
  const shell = await openSafeMode();
  await shell.press('list-backups');
  expect(shell.latest().messages).toEqual([{ type: 'list-backups' }]);
  shell.latest().tell({ type: 'backups', backups });
  await settle();
  return shell;
}

describe('the safe mode', () => {
  test('lists the backups on request', async () => {
    const { page, latest } = await openList();
    expect(latest().isKilled).toBe(true);
    const shown = await page();
    expect(shown).toContain(safeMode.backupsHelp);
    expect(shown).toContain(`app://shell/do/restore/${name}`);
    expect(shown).toContain(safeMode.reasons.nightly);
    expect(shown).not.toContain('<script');
  });

  test('says so when there are none, or they cannot be listed', async () => {
    const { page, press, latest } = await openSafeMode();
    await press('list-backups');
    latest().die(1);
    await settle();
    expect(await page()).toContain(safeMode.noBackups);
  });

  test('restores a backup after a question, even if the key of the present data cannot be read', async () => {
    const { press, page, latest, pressed, asked, window, processes } = await openList();
    pressed.push(0);
    await press(`restore/${name}`);
    expect(asked[0]).toMatchObject({ detail: safeMode.questionDetail, cancelId: 1, defaultId: 1 });
    expect(asked[0]?.message).toContain('2026');
    await eventually(() => processes.length === 2);
    await settle();
    expect(latest().messages).toEqual([{ type: 'start', secretKey: null, keepsKey: true, restore: name }]);
    expect(await page()).toContain(safeMode.restoring);
    const count = processes.length;
    await press(`restore/${name}`);
    expect(processes).toHaveLength(count);
    latest().tell({ type: 'ready', url: 'http://127.0.0.1:7420', consoleUrl: 'http://127.0.0.1:7420/login#x' });
    expect(window().loaded.at(-1)).toBe('http://127.0.0.1:7420/login#x');
  });

  test('restores nothing without the owner’s word, and only what it has listed', async () => {
    const { press, latest, pressed, processes } = await openList();
    const count = processes.length;
    await press(`restore/${name}`);
    pressed.push(0, 0, 0);
    for (const wrong of ['..', 'frontdesk-2020-01-01T03-00-00-nightly.backup', '%2e%2e%2fx', 'a/b'])
      await press(`restore/${wrong}`);
    await press('restore');
    expect([processes.length, latest().isKilled]).toEqual([count, true]);
  });

  test('shows why a backup could not be restored', async () => {
    const { press, page, latest, pressed, processes } = await openList();
    pressed.push(0);
    await press(`restore/${name}`);
    await eventually(() => processes.length === 2);
    latest().tell({ type: 'failed', message: 'The backup is damaged' });
    latest().die(1);
    await settle();
    expect(await page()).toContain('The backup is damaged');
    expect(processes).toHaveLength(2);
  });
});
