import { EventEmitter } from 'node:events';
import type * as electron from 'electron';
import type { ElectronPieces } from '../../electron/electron-pieces.ts';
import type { Doubled } from './electron-double.ts';

type SessionDoubled = ReturnType<ElectronPieces['defaultSession']>;

export class SessionDouble extends EventEmitter implements Doubled<electron.Session, keyof SessionDoubled> {
  request: Parameters<electron.Session['setPermissionRequestHandler']>[0] = null;
  check: Parameters<electron.Session['setPermissionCheckHandler']>[0] = null;
  proxy = 'DIRECT';
  resolveProxy = async (): Promise<string> => this.proxy;
  device: Parameters<electron.Session['setDevicePermissionHandler']>[0] = null;

  setPermissionRequestHandler: electron.Session['setPermissionRequestHandler'] = (handler) => {
    this.request = handler;
  };

  setPermissionCheckHandler: electron.Session['setPermissionCheckHandler'] = (handler) => {
    this.check = handler;
  };

  setDevicePermissionHandler: electron.Session['setDevicePermissionHandler'] = (handler) => {
    this.device = handler;
  };
}

/** A key store that "encrypts" by reversing the text after a marker. */
export class KeyStoreDouble {
  isThere = true;
  backend: ReturnType<electron.SafeStorage['getSelectedStorageBackend']> = 'gnome_libsecret';
  isLocked = false;
  shouldReEncrypt = false;
  encryptions = 0;

  isAsyncEncryptionAvailable = async (): Promise<boolean> => this.isThere;
  getSelectedStorageBackend = () => this.backend;

  encryptStringAsync = async (text: string): Promise<Buffer> => {
    this.encryptions += 1;
    return Buffer.from(`sealed:${[...text].reverse().join('')}`);
  };

  decryptStringAsync = async (sealed: Buffer): Promise<electron.DecryptStringAsyncReturnValue> => {
    const text = sealed.toString();
    if (this.isLocked || !text.startsWith('sealed:')) throw new Error('The store is locked');
    return { result: [...text.slice('sealed:'.length)].reverse().join(''), shouldReEncrypt: this.shouldReEncrypt };
  };
}
