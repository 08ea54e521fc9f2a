import type { Migration } from './migration.ts';

/** Chat templates, catalog items with their syncs, and the simulated vendor's copy of both. */
export const templatesCatalogs: Migration = {
  name: '0012-templates-catalogs',
  up(handle) {
    handle.exec(`
      create table chat_templates (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        channel_id text not null references channels (id),
        -- Null for local templates.
        provider_id text,
        name text not null,
        language text not null,
        category text not null,
        status text not null,
        reason text,
        quality text not null,
        local integer not null,
        components text not null,
        -- The vendor's time up to which its reports are known. An older report arrived late.
        known_at text,
        -- When the vendor last changed its status here; null for a template that never changed.
        status_at text,
        -- What it was before the vendor changed its category, and when.
        category_was text,
        category_at text,
        sent_count integer not null default 0,
        delivered_count integer not null default 0,
        read_count integer not null default 0,
        created_at text not null,
        updated_at text not null,
        unique (channel_id, name, language)
      ) strict;
      create index chat_templates_of_workspace on chat_templates (workspace_id, name, seq);
      create index chat_templates_in_review on chat_templates (channel_id) where status = 'PENDING';

      create table chat_template_syncs (
        id text primary key,
        workspace_id text not null references workspaces (id),
        channel_id text not null references channels (id),
        status text not null,
        added integer not null default 0,
        updated integer not null default 0,
        gone integer not null default 0,
        error text,
        created_at text not null,
        updated_at text not null,
        finished_at text
      ) strict;
      create unique index chat_template_syncs_running on chat_template_syncs (channel_id)
        where status in ('PENDING', 'RUNNING');
      create index chat_template_syncs_of_channel on chat_template_syncs (channel_id, created_at);

      create table catalog_items (
        id text primary key,
        workspace_id text not null references workspaces (id),
        agent_id text not null references ai_agents (id),
        name text not null,
        description text,
        price_cents integer not null,
        image_url text,
        category text,
        active integer not null,
        position integer not null,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index catalog_items_in_order on catalog_items (agent_id, position, id);

      create table platform_catalog_syncs (
        id text primary key,
        workspace_id text not null references workspaces (id),
        channel_id text not null references channels (id),
        catalog_id text not null,
        agent_id text not null,
        status text not null,
        error text,
        -- Starts at 1 and grows with each retry.
        attempt integer not null default 1,
        started_at text,
        finished_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index platform_catalog_syncs_running on platform_catalog_syncs (channel_id)
        where status in ('PENDING', 'RUNNING');
      create index platform_catalog_syncs_newest on platform_catalog_syncs (channel_id, created_at);

      create table platform_catalog_sync_items (
        sync_id text not null references platform_catalog_syncs (id),
        item_id text not null,
        name text not null,
        state text not null,
        error text,
        primary key (sync_id, item_id)
      ) strict, without rowid;

      create table simulator_templates (
        channel_id text not null references channels (id),
        name text not null,
        language text not null,
        provider_id text not null,
        category text not null,
        status text not null,
        reason text,
        quality text not null,
        components text not null,
        primary key (channel_id, name, language)
      ) strict, without rowid;

      create table simulator_catalog_links (
        channel_id text primary key references channels (id),
        catalog_id text not null
      ) strict, without rowid;

      create table simulator_products (
        channel_id text not null references channels (id),
        catalog_id text not null,
        retailer_id text not null,
        name text not null,
        description text,
        price_cents integer not null,
        image_url text,
        available integer not null,
        primary key (channel_id, catalog_id, retailer_id)
      ) strict, without rowid;
    `);
  },
};
