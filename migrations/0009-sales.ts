import { countPerContact } from './count-per-contact.ts';
import { keepRowCounts } from './keep-row-counts.ts';
import type { Migration } from './migration.ts';

/** AI agents, orders and appointments. */
export const sales: Migration = {
  name: '0009-sales',
  up(handle) {
    handle.exec(`
      create table ai_agents (
        id text primary key,
        workspace_id text not null references workspaces (id),
        name text not null,
        agent_type text not null,
        description text,
        language text not null,
        tone text,
        greeting_message text,
        fallback_message text,
        out_of_hours_message text,
        business_hours text,
        services text not null,
        rules text not null,
        -- The settings that were changed; absent keys have their default.
        behavior text not null,
        function_key text,
        template_id text,
        status text not null,
        has_untested_changes integer not null default 1,
        -- Whether a published agent differs from its snapshot.
        has_unpublished_changes integer not null default 0,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index ai_agents_of_workspace on ai_agents (workspace_id, created_at, id);

      create table agent_faqs (
        id text primary key,
        workspace_id text not null references workspaces (id),
        agent_id text not null references ai_agents (id),
        question text not null,
        answer text not null,
        position integer not null,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index agent_faqs_in_order on agent_faqs (agent_id, position, id);

      create table order_numbers (
        workspace_id text primary key references workspaces (id),
        last_number integer not null
      ) strict, without rowid;

      create table orders (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        number integer not null,
        ai_agent_id text not null references ai_agents (id),
        -- Null once the person was deleted.
        contact_id text references contacts (id),
        client_name text not null,
        client_email text,
        items text not null,
        total_cents integer not null,
        delivery_fee_cents integer,
        payment_method text,
        payment_status text not null,
        address text,
        notes text,
        status text not null,
        source text not null,
        notification text,
        -- JSON: an assistant's unconfirmed entries (by, at, fields); null if there are none.
        unconfirmed text,
        -- Day of creation in the workspace's time zone: reports group by it.
        created_day text not null,
        created_at text not null,
        updated_at text not null,
        unique (workspace_id, number)
      ) strict;
      create index orders_unconfirmed on orders (workspace_id, seq) where unconfirmed is not null;
      create index orders_by_age on orders (workspace_id, created_at, id);
      create index orders_by_total on orders (workspace_id, total_cents, id);
      create index orders_by_status on orders (workspace_id, status, created_at, id);
      create index orders_by_change on orders (workspace_id, status, updated_at, total_cents);
      create index orders_by_day on orders (workspace_id, created_day, status, payment_status, total_cents);
      create index orders_of_contact on orders (contact_id, status, total_cents);
      create index orders_of_agent on orders (workspace_id, ai_agent_id, created_at, id);
      create index orders_by_source on orders (workspace_id, source, created_at, id);
      ${keepRowCounts('orders', ['status', 'source', 'ai_agent_id'])}
      ${countPerContact('order_count', { table: 'orders', unless: "status = 'CANCELLED'" })}
      create index contacts_with_order on contacts (workspace_id, seq) where order_count > 0;
      ${keepRowCounts('contacts', (row) => ({
        conversations: `${row}.conversation_count > 0`,
        leads: `${row}.lead_count > 0`,
        orders: `${row}.order_count > 0`,
      }))}

      create table appointments (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        ai_agent_id text not null references ai_agents (id),
        title text not null,
        start_time text not null,
        end_time text not null,
        status text not null,
        notes text,
        source text not null,
        lead_id text,
        -- Null without a customer, and once the person was deleted.
        contact_id text references contacts (id),
        client_name text,
        client_email text,
        outside_business_hours integer not null,
        notification text,
        -- JSON: an assistant's unconfirmed entries (by, at, fields); null if there are none.
        unconfirmed text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index appointments_unconfirmed on appointments (workspace_id, seq) where unconfirmed is not null;
      create index appointments_by_time on appointments (workspace_id, start_time, id);
      create index appointments_by_age on appointments (workspace_id, created_at, id);
      create index appointments_of_agent on appointments (workspace_id, ai_agent_id, start_time, end_time, status, id);
      create index appointments_by_status on appointments (workspace_id, status, start_time, id);
      ${keepRowCounts('appointments', ['status', 'source', 'ai_agent_id'])}
      create index appointments_of_contact on appointments (contact_id, start_time);

      create virtual table order_search using fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
      );
      create virtual table order_search_words using fts5vocab (order_search, instance);
      create virtual table appointment_search using fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
      );
      create virtual table appointment_search_words using fts5vocab (appointment_search, instance);
    `);
  },
};
