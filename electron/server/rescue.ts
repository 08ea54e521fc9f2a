import type { Dialog } from 'electron';
import type { ShellBackup } from '../../server/shell-protocol.ts';
import { backupDate, renderSafeMode, type SafeModePage } from '../window/safe-mode.ts';
import { fill, type Language, type Words } from '../words.ts';
import type { ServerLog } from './server-log.ts';
import type { Failure, ServerProcess } from './server-process.ts';

export interface RescueParts {
  language: Language;
  words: Words;
  log: ServerLog;
  server: Pick<ServerProcess, 'listBackups' | 'start'>;
  dialog: Pick<Dialog, 'showMessageBox'>;
  openDataFolder(): void;
  /** Shows the page anew. */
  show(): void;
  onStarting(): void;
}

/** The safe mode: what its page shows while the server does not run, and what its buttons do. */
export class Rescue {
  readonly #parts: RescueParts;
  #page: SafeModePage = { failure: { kind: 'stopped', message: null }, backups: null, isRestoring: false };

  constructor(parts: RescueParts) {
    this.#parts = parts;
  }

  /** The page, with the newest lines of the log. */
  render(): string {
    const { language, words, log } = this.#parts;
    return renderSafeMode(language, words, this.#page, log.tail);
  }

  /** Shows why the server does not run. */
  enter(failure: Failure): void {
    this.#show({ failure, backups: null, isRestoring: false });
  }

  /** Handles a button of the page; `item` is the name of a backup. */
  async act(button: string, item = ''): Promise<void> {
    const { openDataFolder, onStarting, server } = this.#parts;
    const backup = this.#page.backups?.find(({ name }) => name === item);
    if (button === 'open-data-folder') openDataFolder();
    if (button === 'restart') {
      onStarting();
      await server.start();
    }
    if (button === 'list-backups') this.#show({ ...this.#page, backups: await server.listBackups() });
    if (button === 'restore' && backup && (await this.#isConfirmed(backup))) {
      onStarting();
      this.#show({ ...this.#page, isRestoring: true });
      await server.start({ restore: backup.name });
    }
  }

  async #isConfirmed(backup: ShellBackup): Promise<boolean> {
    const { dialog, language, words } = this.#parts;
    const { restore, cancel, question, questionDetail } = words.safeMode;
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: fill(question, { date: backupDate(backup, language) }),
      detail: questionDetail,
      buttons: [restore, cancel],
      defaultId: 1,
      cancelId: 1,
    });
    return response === 0 && !this.#page.isRestoring;
  }

  #show(page: SafeModePage): void {
    this.#page = page;
    this.#parts.show();
  }
}
