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
        -- The secrets as sealed JSON.
        sealed text not null,
        -- When the platform last proved that it reaches our webhook.
        webhook_verified_at text,
        -- The address under which it did.
        webhook_url text,
        created_at text not null,
        updated_at text not null,
        unique (workspace_id, phone_number_id)
      ) strict, without rowid;
    `);
  },
};
