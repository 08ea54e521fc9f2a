import type { Migration } from '../server/platform/database/migrate.ts';

export const developers: Migration = {
  name: '0003-developers',
  up(handle) {
    handle.exec(`
      create table webhook_endpoints (
        id text primary key,
        workspace_id text not null references workspaces (id),
        url text not null,
        -- JSON array of event kinds.
        events text not null,
        description text,
        active integer not null default 1,
        disabled_reason text,
        disabled_at text,
        failing_since text,
        -- Sealed.
        secret text not null,
        -- JSON array of PreviousSecret, the newest first.
        previous_secrets text not null default '[]',
        created_at text not null,
        updated_at text not null
      ) strict;
      create index webhook_endpoints_of_workspace on webhook_endpoints (workspace_id, created_at);

      -- No reference to the endpoint or the event: a delivery outlives the one and may lack the other (a test).
      create table deliveries (
        id text primary key,
        workspace_id text not null references workspaces (id),
        endpoint_id text not null,
        event_id text not null,
        event_type text not null,
        is_test integer not null default 0,
        -- The JSON that is sent, so that every attempt sends the same bytes.
        payload text not null,
        status text not null,
        attempts integer not null default 0,
        -- Attempts without those that somebody asked for: the place in the retry schedule.
        scheduled_attempts integer not null default 0,
        -- Null when nothing is to be sent by itself any more.
        next_attempt_at text,
        last_status integer,
        error text,
        delivered_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index deliveries_of_event on deliveries (event_id, endpoint_id);
      create index deliveries_due on deliveries (workspace_id, endpoint_id, next_attempt_at) where next_attempt_at is not null;
      create index deliveries_of_workspace on deliveries (workspace_id, created_at, id);
      create index deliveries_by_status on deliveries (workspace_id, status, created_at, id);
      create index deliveries_by_type on deliveries (workspace_id, event_type, created_at, id);
      create index deliveries_of_endpoint on deliveries (workspace_id, endpoint_id, created_at, id);

      create table delivery_attempts (
        delivery_id text not null references deliveries (id) on delete cascade,
        number integer not null,
        workspace_id text not null,
        trigger text not null,
        at text not null,
        duration_ms integer not null,
        status integer,
        response_body text,
        error text,
        primary key (delivery_id, number)
      ) strict, without rowid;
      create index delivery_attempts_by_time on delivery_attempts (workspace_id, at, duration_ms);
    `);
  },
};
