import type { Migration } from '../server/platform/database/migrate.ts';

/** What a channel needs to speak with the platform's cloud API; the secrets are sealed. */
export const cloud: Migration = {
  name: '0011-cloud',
  up(handle) {
    handle.exec(`
      create table cloud_credentials (
        channel_id text primary key references channels (id),
        workspace_id text not null references workspaces (id),
        phone_number_id text not null,
        waba_id text not null,
        business_id text,
        app_id text,
        token_last4 text not null,
        sealed text not null,
        webhook_verified_at text,
        webhook_url text,
        created_at text not null,
        updated_at text not null,
        unique (workspace_id, phone_number_id)
      ) strict, without rowid;
    `);
  },
};
