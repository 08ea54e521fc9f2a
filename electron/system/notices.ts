import type { Notification } from 'electron';
import type { ShellAlert } from '../../server/shell-protocol.ts';
import type { ElectronPieces } from '../electron-pieces.ts';
import type { PreferenceFile } from '../preferences.ts';
import { fill, type Words } from '../words.ts';

/** Notifications of the operating system. Keeps a reference to each: a garbage-collected one would lose its click. */
export class Notices {
  readonly #create: ElectronPieces['createNotification'];
  readonly #words: Words['notices'];
  readonly #preferences: PreferenceFile;
  readonly #shown = new Set<Pick<Notification, 'on' | 'show'>>();

  constructor(create: ElectronPieces['createNotification'], { notices }: Words, preferences: PreferenceFile) {
    this.#create = create;
    this.#words = notices;
    this.#preferences = preferences;
  }

  /** A customer waits. */
  alert({ kind, contactName, summary }: ShellAlert, onClick: () => void): void {
    const title = fill(this.#words[kind], { name: contactName });
    this.#show(title, summary || this.#words.withoutText, onClick);
  }

  updateReady(version: string): void {
    this.#show(this.#words.updateReady, fill(this.#words.updateReadyBody, { version }));
  }

  noUpdate(): void {
    this.#show('Frontdesk', this.#words.noUpdate);
  }

  /** The window was closed to the tray; shown once. */
  keepsRunning(): void {
    if (this.#preferences.values.knowsTray) return;
    this.#preferences.change({ knowsTray: true });
    this.#show('Frontdesk', this.#words.keepsRunning);
  }

  /** The key of the data is in a file; shown once. */
  noKeyStore(): void {
    if (this.#preferences.values.knowsKeyFile) return;
    this.#preferences.change({ knowsKeyFile: true });
    this.#show('Frontdesk', this.#words.noKeyStore);
  }

  #show(title: string, body: string, onClick: () => void = () => {}): void {
    const notice = this.#create({ title, body });
    this.#shown.add(notice);
    notice.on('click', () => {
      this.#shown.delete(notice);
      onClick();
    });
    notice.on('close', () => this.#shown.delete(notice));
    notice.show();
  }
}
