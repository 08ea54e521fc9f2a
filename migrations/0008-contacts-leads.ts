import { countPerContact } from './count-per-contact.ts';
import { keepRowCounts } from './keep-row-counts.ts';
import type { Migration } from './migration.ts';

/** Tags of contacts, indexes for filtering their list, and leads. */
export const contactsLeads: Migration = {
  name: '0008-contacts-leads',
  up(handle) {
    handle.exec(`
      ${countPerContact('conversation_count', { table: 'conversations' })}
      drop index contacts_by_age;
      create index contacts_in_order on contacts (workspace_id, seq);
      create index contacts_with_conversation on contacts (workspace_id, seq) where conversation_count > 0;
      create index contacts_without_conversation on contacts (workspace_id, seq) where conversation_count = 0;
      create index contacts_by_age on contacts (workspace_id, created_at, seq);
      create index contacts_opted_out on contacts (workspace_id, seq) where opted_out_at is not null;

      create table tags (
        id integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        name text not null,
        name_folded text not null,
        color text not null,
        unique (workspace_id, name_folded)
      ) strict;

      create table contact_tags (
        id integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        tag_id integer not null references tags (id),
        contact_seq integer not null references contacts (seq),
        unique (tag_id, contact_seq)
      ) strict;
      create index contact_tags_of_contact on contact_tags (contact_seq, id);
      ${keepRowCounts('contact_tags', ['tag_id'])}

      -- Filters of the list of contacts that the shop keeps as tabs.
      create table contact_views (
        id text primary key,
        workspace_id text not null references workspaces (id),
        name text not null,
        search text not null,
        filter text not null,
        created_at text not null
      ) strict;
      create index contact_views_of_workspace on contact_views (workspace_id, created_at, id);

      create table leads (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        ai_agent_id text not null,
        contact_id text not null references contacts (id),
        name text,
        email text,
        address text,
        -- JSON.
        tags text not null,
        data text not null,
        -- JSON: an assistant's unconfirmed entries (by, at, fields); null if there are none.
        unconfirmed text,
        created_at text not null,
        updated_at text not null,
        unique (workspace_id, ai_agent_id, contact_id)
      ) strict;
      create index leads_unconfirmed on leads (workspace_id, seq) where unconfirmed is not null;
      create index leads_in_order on leads (workspace_id, seq);
      create index leads_of_agent on leads (workspace_id, ai_agent_id, seq);
      create index leads_of_contact on leads (contact_id, workspace_id, seq);
      create index leads_by_age on leads (workspace_id, created_at);
      ${keepRowCounts('leads', ['ai_agent_id'])}
      ${countPerContact('lead_count', { table: 'leads' })}
      create index contacts_with_lead on contacts (workspace_id, seq) where lead_count > 0;

      create virtual table lead_search using fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
      );
      create virtual table lead_search_words using fts5vocab (lead_search, instance);
    `);
  },
};
