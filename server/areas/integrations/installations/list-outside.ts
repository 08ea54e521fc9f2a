import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listGrantedFolders, ownFolder } from '../../../platform/access/workspace-folders.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findConnector } from '../connectors/connectors.ts';
import { listInstallations } from './installations.store.ts';

const isWorkbook = (name: string): boolean => /\.(xlsx|csv)$/i.test(name);

/** Workbooks in the workspace's folders, and the accounts of other services that the shop has been connected to. */
export async function listOutside(platform: Platform, { id }: Workspace) {
  const { read } = platform.database;
  const folders = [await ownFolder(platform.config.home, read, id), ...(await listGrantedFolders(read, id))];
  const workbooks = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder).catch(() => [])).filter(isWorkbook).map((name) => join(folder, name)),
    ),
  );
  const installed = (await listInstallations(read, id)).filter(
    ({ connector }) => !findConnector(connector)?.isInternal,
  );
  return [
    ...workbooks.flat().map((name) => ({ kind: 'WORKBOOK' as const, name })),
    ...installed.map(({ connector, account }) => ({
      kind: 'CONNECTION' as const,
      name: account === null ? connector : `${connector}: ${account}`,
    })),
  ];
}
