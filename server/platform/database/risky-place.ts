import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, posix, win32 } from 'node:path';

/** A place in which the database can be damaged: other programs write there too, or locks and syncs are not kept. */
export interface RiskyPlace {
  kind: 'synced' | 'network';
  /** The service that synchronises the folder, or the kind of the network drive. */
  name: string;
}

/** The facts that put a folder in a risky place. */
export interface PlaceFacts {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Linux: the lines of `/proc/self/mounts`. */
  mounts: string;
  /** The `syncMarks` in the folder and in those above. */
  marks: readonly string[];
}

/** Names of the folders of services that synchronise files. */
const syncFolders: [RegExp, string][] = [
  [/^OneDrive( - .+)?$/i, 'OneDrive'],
  [/^Dropbox( \(.+\))?$/i, 'Dropbox'],
  [/^(Google ?Drive|My Drive|Meu Drive|Mi unidad)$/i, 'Google Drive'],
  [/^(iCloudDrive|iCloud Drive|Mobile Documents)$/i, 'iCloud'],
  [/^Nextcloud\d*$/i, 'Nextcloud'],
  [/^ownCloud\d*$/i, 'ownCloud'],
  [/^SynologyDrive$/i, 'Synology Drive'],
  [/^pCloud ?(Drive|Sync)$/i, 'pCloud'],
  [/^MEGAsync$/i, 'MEGA'],
  [/^Yandex\.Disk$/i, 'Yandex Disk'],
];

/** Files that such a service keeps in its folder, whatever that is called. */
const syncMarks: Record<string, string> = {
  '.dropbox': 'Dropbox',
  '.dropbox.cache': 'Dropbox',
  '.tmp.drivedownload': 'Google Drive',
  '.tmp.driveupload': 'Google Drive',
  '.stfolder': 'Syncthing',
  '.nextcloudsync.log': 'Nextcloud',
  '.owncloudsync.log': 'ownCloud',
  '.SynologyWorkingDirectory': 'Synology Drive',
};

/** File systems of other machines, and those through which a virtual machine sees its host's files. */
const remote =
  /^(nfs4?|cifs|smb3|smbfs|afs|ceph|lustre|glusterfs|davfs|9p|vboxsf|vmhgfs|virtiofs|fuse\.(glusterfs|sshfs|rclone|s3fs|davfs2?|gvfsd-fuse|vmhgfs-fuse|grpcfuse))$/;

/** Says whether an absolute path without links is in a risky place; null if not. */
export function judgePlace(path: string, facts: PlaceFacts): RiskyPlace | null {
  const service = findService(path, facts);
  if (service !== null) return { kind: 'synced', name: service };
  const drive = findNetworkDrive(path, facts);
  return drive === null ? null : { kind: 'network', name: drive };
}

function findService(path: string, { platform, env, marks }: PlaceFacts): string | null {
  const isWindows = platform === 'win32';
  const named = isWindows ? [env.OneDrive, env.OneDriveConsumer, env.OneDriveCommercial] : [];
  if (named.some((folder) => folder && isInside(path, folder, win32.sep))) return 'OneDrive';
  const [, cloudStorage] = /\/Library\/CloudStorage\/([^/-]+)/.exec(path) ?? [];
  if (cloudStorage !== undefined) return cloudStorage;
  const names = path.split(isWindows ? /[\\/]/ : posix.sep);
  const known = syncFolders.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
  return known ?? syncMarks[marks[0] ?? ''] ?? null;
}

function findNetworkDrive(path: string, { platform, mounts }: PlaceFacts): string | null {
  if (platform === 'win32') return /^\\\\(\?\\UNC\\|[^?.])/.test(path) ? 'Windows' : null;
  const mounted = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, folder = '', kind = '']) => ({ folder: unescapeMount(folder), kind }))
    .filter(({ folder }) => folder !== '' && isInside(path, folder, posix.sep));
  // Of two at the same folder, the later one is seen.
  const nearest = mounted.reduce((one, other) => (other.folder.length >= one.folder.length ? other : one), {
    folder: '',
    kind: '',
  });
  return remote.test(nearest.kind) ? nearest.kind : null;
}

/** Spaces are written as `\040` there. */
const unescapeMount = (folder: string): string =>
  folder.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));

function isInside(path: string, folder: string, separator: string): boolean {
  const [inner, outer] = separator === win32.sep ? [path.toLowerCase(), folder.toLowerCase()] : [path, folder];
  return inner === outer || inner.startsWith(outer.endsWith(separator) ? outer : outer + separator);
}

/** One line for the log and the doctor. */
export const describePlace = ({ kind, name }: RiskyPlace): string =>
  kind === 'synced'
    ? `the data folder is synchronised by ${name}, which can damage the database`
    : `the data folder is on a network drive (${name}), where the database can be damaged`;

/** Looks where the data folder is. On macOS, network drives are not recognised. */
export async function findRiskyPlace(home: string): Promise<RiskyPlace | null> {
  // Resolves links and, on Windows, the letters of network drives.
  const path = await realpath(home).catch(() => home);
  const folders = [path];
  while (dirname(folders[0] as string) !== folders[0]) folders.unshift(dirname(folders[0] as string));
  const isThere = (mark: string) => folders.some((folder) => existsSync(join(folder, mark)));
  const marks = Object.keys(syncMarks).filter(isThere);
  const mounts = process.platform === 'linux' ? await readFile('/proc/self/mounts', 'utf8').catch(() => '') : '';
  return judgePlace(path, { platform: process.platform, env: process.env, mounts, marks });
}
