import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** The machine that this process runs on. */
export interface Machine {
  /** 16 hexadecimal digits in groups of four; null if the machine has none. */
  id: string | null;
  /** For people; it is never compared, because machines are renamed. */
  name: string;
}

const commandTimeoutMs = 5_000;

/**
 * Returns the present machine: its id is a hash, which says nothing to other programs. `given` is the
 * name in FRONTDESK_MACHINE, which replaces the system's id. A container has no other: the id in its image is the same
 * on all machines.
 */
export async function readMachine(given: string | null): Promise<Machine> {
  const name = given ?? (hostname() || 'unknown');
  const source = given ?? (isContainer() ? null : await readSystemId().catch(() => null));
  return { id: source === null ? null : toId(source), name: name.slice(0, 100) };
}

const toId = (source: string): string =>
  (hash('sha256', `frontdesk machine ${source}`).slice(0, 16).match(/.{4}/g) ?? []).join('-');

/** Docker, Podman, systemd-nspawn, LXC and Kubernetes. */
const isContainer = (): boolean =>
  existsSync('/.dockerenv') ||
  existsSync('/run/.containerenv') ||
  (process.env.container ?? process.env.KUBERNETES_SERVICE_HOST) !== undefined;

/** The id that the operating system made when it was installed; null if it has none. Windows and macOS need a program. */
async function readSystemId(): Promise<string | null> {
  if (process.platform === 'linux') return findId(/^[0-9a-f]{32}$/m, await readLinuxId());
  if (process.platform === 'darwin') {
    const output = await runProgram('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    return findId(/"IOPlatformUUID" = "([^"]{8,64})"/, output);
  }
  if (process.platform === 'win32') {
    const reg = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\reg.exe`;
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
    return findId(/MachineGuid\s+REG_SZ\s+(\S{8,64})/, await runProgram(reg, ['query', key, '/v', 'MachineGuid']));
  }
  return null;
}

const readLinuxId = (): Promise<string> =>
  readFile('/etc/machine-id', 'utf8').catch(() => readFile('/var/lib/dbus/machine-id', 'utf8'));

function findId(pattern: RegExp, text: string): string | null {
  const found = pattern.exec(text);
  return found ? (found[1] ?? found[0]) : null;
}

async function runProgram(path: string, words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(path, words, { timeout: commandTimeoutMs, windowsHide: true });
  return stdout;
}
