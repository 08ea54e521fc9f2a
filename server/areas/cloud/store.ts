import type { Secrets } from '../../platform/access/secrets.ts';
import type { Db, Row, Table } from '../../platform/database/database.ts';
import { deleteRows, findRowBy, updateRows } from '../../platform/database/workspace-rows.ts';
import type { Platform } from '../../platform/platform.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    cloud_credentials: Table<'cloud_credentials'>;
  }
}

export type CredentialRow = Row<'cloud_credentials'>;

/** The secrets of an account; never shown after they were set. */
interface AccountSecrets {
  accessToken: string;
  appSecret: string;
  verifyToken: string;
}

/** One number of a business account at the vendor, with all that is needed to use it. */
export interface Account extends AccountSecrets {
  channelId: string;
  workspaceId: string;
  phoneNumberId: string;
  wabaId: string;
  businessId: string | null;
  appId: string | null;
}

const purpose = 'cloud credentials';

export const findCredentials = (db: Db, workspaceId: string, channelId: string): Promise<CredentialRow | null> =>
  findRowBy(db, 'cloud_credentials', workspaceId, { channel_id: channelId });

/** The id of the workspace's channel for a number; null if there is none. */
export async function findChannelOfNumber(db: Db, workspaceId: string, phoneNumberId: string): Promise<string | null> {
  const row = await findRowBy(db, 'cloud_credentials', workspaceId, { phone_number_id: phoneNumberId });
  return row?.channel_id ?? null;
}

/** The account of a channel; null without credentials. Throws if they were sealed with another key. */
export async function readAccount(platform: Platform, workspaceId: string, channelId: string): Promise<Account | null> {
  const row = await findCredentials(platform.database.read, workspaceId, channelId);
  return row && toAccount(row, platform.secrets);
}

function toAccount(row: CredentialRow, secrets: Secrets): Account {
  const opened = JSON.parse(secrets.unseal(purpose, row.sealed)) as AccountSecrets;
  return {
    channelId: row.channel_id,
    workspaceId: row.workspace_id,
    phoneNumberId: row.phone_number_id,
    wabaId: row.waba_id,
    businessId: row.business_id,
    appId: row.app_id,
    ...opened,
  };
}

/** Replaces the channel's credentials and resets the verification of its webhook. */
export async function saveCredentials(
  db: Db,
  secrets: Secrets,
  { accessToken, appSecret, verifyToken, ...account }: Account,
  now: string,
): Promise<CredentialRow> {
  const values = {
    phone_number_id: account.phoneNumberId,
    waba_id: account.wabaId,
    business_id: account.businessId,
    app_id: account.appId,
    token_last4: accessToken.slice(-4),
    sealed: secrets.seal(purpose, JSON.stringify({ accessToken, appSecret, verifyToken })),
    webhook_verified_at: null,
    webhook_url: null,
    updated_at: now,
  };
  return db
    .insertInto('cloud_credentials')
    .values({ channel_id: account.channelId, workspace_id: account.workspaceId, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const deleteCredentials = (db: Db, workspaceId: string, channelId: string): Promise<void> =>
  deleteRows(db, 'cloud_credentials', workspaceId, { channel_id: channelId });

export async function markWebhookVerified(
  db: Db,
  workspaceId: string,
  channelId: string,
  verified: { at: string; url: string | null },
): Promise<void> {
  const changes = { webhook_verified_at: verified.at, webhook_url: verified.url };
  await updateRows(db, 'cloud_credentials', workspaceId, { channel_id: channelId }, changes);
}
