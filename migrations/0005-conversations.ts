import { keepRowCounts } from './keep-row-counts.ts';
import type { Migration } from './migration.ts';

/** Contacts, channels and the inbox. */
export const conversations: Migration = {
  name: '0005-conversations',
  up(handle) {
    handle.exec(`
      create table contacts (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        -- The number seen last, E.164 as dialled from abroad; null while the vendor hides it.
        phone text,
        name text,
        -- As the vendor shows it, without @.
        username text,
        email text,
        opted_out_at text,
        -- JSON: the person's last wish about campaigns (by, at, in); null if none is known.
        campaign_wish text,
        -- What the shop wrote about the person.
        notes text,
        -- JSON: the shop's own fields, name to text.
        fields text not null default '{}',
        -- JSON: an assistant's unconfirmed entries (by, at, fields); null if there are none.
        unconfirmed text,
        created_at text not null,
        updated_at text not null,
        unique (workspace_id, phone)
      ) strict;

      -- Under which vendors and callers know a contact: its number, earlier and other spellings of it, ids, user names. The
      -- vendor's ids are random, so that no portfolio gives out one of another.
      create table contact_addresses (
        workspace_id text not null references workspaces (id),
        -- phone, bsuid, lid or username.
        kind text not null,
        value text not null,
        contact_id text not null references contacts (id),
        -- The vendor's portfolio that gave out a business-scoped id; empty for other kinds.
        scope text not null,
        -- What it was learned from: message, receipt, echo, answer, notice, mapping, card or person.
        evidence text not null,
        learned_at text not null,
        -- When the vendor last named the contact by it.
        seen_at text,
        -- The contact that had it before.
        taken_from text,
        primary key (workspace_id, kind, value)
      ) strict, without rowid;
      create index addresses_of_contact on contact_addresses (contact_id, kind, seen_at);

      -- Contacts that became one in the last day, and what undoes it.
      create table contact_joins (
        id text primary key,
        workspace_id text not null references workspaces (id),
        kept_id text not null,
        gone_id text not null,
        -- JSON: the contact that is gone, and its addresses, as they were.
        gone text not null,
        addresses text not null,
        -- JOINING, JOINED or UNDOING.
        state text not null,
        by_evidence integer not null,
        created_at text not null
      ) strict;
      create index contact_joins_of_kept on contact_joins (kept_id, created_at);
      create index contact_joins_of_gone on contact_joins (gone_id);
      create index contact_joins_by_age on contact_joins (created_at);

      create table contact_join_parts (
        seq integer primary key autoincrement,
        join_id text not null references contact_joins (id) on delete cascade,
        workspace_id text not null references workspaces (id),
        -- JSON: the changes of rows, in their order.
        changes text not null
      ) strict;
      create index contact_join_parts_of_join on contact_join_parts (join_id, seq);

      -- Contacts that a person said are two, whatever vendors say.
      create table contacts_apart (
        seq integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        one_id text not null,
        other_id text not null,
        created_at text not null
      ) strict;
      create index contacts_apart_of_one on contacts_apart (one_id);
      create index contacts_apart_of_other on contacts_apart (other_id);
      create index addresses_taken on contact_addresses (taken_from, workspace_id) where taken_from is not null;
      create index contacts_unconfirmed on contacts (workspace_id, seq) where unconfirmed is not null;
      create index contacts_by_age on contacts (workspace_id, created_at, id);

      create table channels (
        id text primary key,
        workspace_id text not null references workspaces (id),
        name text not null,
        provider text not null,
        driver text not null,
        status text not null,
        status_reason text,
        phone_number text,
        ai_agent_id text,
        connected_at text,
        last_inbound_at text,
        deactivated_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index channels_of_workspace on channels (workspace_id, created_at);

      create table provider_events (
        seq integer primary key autoincrement,
        channel_id text not null references channels (id),
        workspace_id text not null references workspaces (id),
        kind text not null,
        provider_id text not null,
        payload text not null,
        state text not null,
        waits_for text,
        attempts integer not null default 0,
        error text,
        received_at text not null,
        unique (channel_id, kind, provider_id)
      ) strict;
      create index provider_events_to_do on provider_events (channel_id, seq) where state = 'PENDING';
      create index provider_events_waiting on provider_events (channel_id, waits_for) where state = 'WAITING';
      create index provider_events_by_age on provider_events (received_at);

      create table conversation_stages (
        id text primary key,
        workspace_id text not null references workspaces (id),
        name text not null,
        name_folded text not null,
        color text not null,
        created_at text not null,
        updated_at text not null,
        unique (workspace_id, name_folded)
      ) strict;

      create table conversations (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        channel_id text not null references channels (id),
        contact_id text not null references contacts (id),
        ai_agent_id text,
        status text not null,
        handoff_type text,
        assigned_to text,
        assigned_to_user_id text,
        stage_id text references conversation_stages (id),
        unread_count integer not null default 0,
        last_message text,
        -- Empty while only campaigns have written.
        last_message_at text not null,
        last_inbound_at text,
        -- Since when the customer has waited for a person; null when nobody waits.
        waiting_since text,
        -- Since when the customer has waited for any answer; null when the shop wrote last.
        unanswered_since text,
        -- Not shown as waiting until this time.
        snoozed_until text,
        -- JSON of what RESOLVED has ended, for reopening.
        resolved_from text,
        created_at text not null,
        updated_at text not null,
        unique (channel_id, contact_id)
      ) strict;
      create index conversations_by_activity on conversations (workspace_id, last_message_at, id);
      create index conversations_by_status on conversations
        (workspace_id, status, last_message_at, id, assigned_to_user_id, assigned_to, snoozed_until);
      create index conversations_assigned on conversations (assigned_to_user_id)
        where assigned_to_user_id is not null and status <> 'RESOLVED';
      create index conversations_unread on conversations (workspace_id, id) where unread_count > 0;
      create index conversations_unanswered on conversations (workspace_id, contact_id)
        where unanswered_since is not null;
      create index conversations_waiting on conversations (workspace_id, waiting_since) where waiting_since is not null;
      create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;
      create index conversations_of_contact on conversations (contact_id, last_message_at);
      create index conversations_of_stage on conversations (stage_id) where stage_id is not null;

      ${keepRowCounts('conversations', ['status', 'channel_id', 'ai_agent_id', 'stage_id'])}

      create table messages (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        conversation_id text not null references conversations (id),
        channel_id text not null references channels (id),
        provider_message_id text,
        direction text not null,
        author text not null,
        author_id text,
        -- Of a person, key or agent, as it was then.
        author_name text,
        type text not null,
        content text,
        -- JSON: what came in place of words; null for words, files and places.
        notice text,
        -- JSON: what came along with the words (cards, an order, a form's answers, an ad); null for nothing.
        enclosed text,
        file_id text,
        template text,
        -- What the message asks the customer for by the vendor's own means: contactInfo.
        request text,
        reply_to_message_id text,
        status text not null,
        error text,
        idempotency_key text,
        correlation_id text,
        sent_at text,
        delivered_at text,
        read_at text,
        -- When its author wrote it, as far as that is credible; conversations are read in this order.
        written_at text not null,
        edited_at text,
        deleted_at text,
        -- JSON: its earlier contents, the oldest first; null while it has none, or none is known.
        earlier text,
        -- JSON: the wait that this answer ended; it begins again if the answer does not arrive.
        ended_wait text,
        created_at text not null,
        updated_at text not null,
        unique (channel_id, provider_message_id)
      ) strict;
      create index messages_of_conversation on messages (conversation_id, seq);
      create index messages_as_written on messages (conversation_id, written_at, seq);
      create unique index messages_by_idempotency_key on messages (conversation_id, idempotency_key)
        where idempotency_key is not null;
      create index messages_that_request on messages (conversation_id, seq) where request is not null;
      create index messages_unresolved on messages (created_at) where status = 'PENDING';

      create table conversation_notes (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        conversation_id text not null references conversations (id),
        author_id text,
        author_name text,
        text text not null,
        deleted_at text,
        created_at text not null
      ) strict;
      create index conversation_notes_of_conversation on conversation_notes (conversation_id, seq);
      create index conversation_notes_deleted on conversation_notes (deleted_at) where deleted_at is not null;

      create table message_reactions (
        message_id text not null references messages (id),
        workspace_id text not null references workspaces (id),
        author text not null,
        emoji text not null,
        at text not null,
        primary key (message_id, author)
      ) strict, without rowid;

      create table conversation_counters (
        workspace_id text not null references workspaces (id),
        day text not null,
        kind text not null,
        count integer not null,
        primary key (workspace_id, day, kind)
      ) strict, without rowid;

      -- How long customers waited who were answered: for any answer (ANSWER), or for that of a person (PERSON).
      create table conversation_waits (
        seq integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        kind text not null,
        answered_at text not null,
        waited_ms integer not null
      ) strict;
      create index conversation_waits_by_end on conversation_waits (workspace_id, kind, answered_at, waited_ms);
      create index conversation_waits_by_age on conversation_waits (answered_at);

      -- Each word is prefixed by the workspace's id (26 letters). Prefixes of two and three letters have their own
      -- index: otherwise a search for "co*" would read the whole vocabulary.
      create virtual table message_search using fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
      );
      create virtual table message_search_words using fts5vocab (message_search, instance);
      create virtual table contact_search using fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
      );
      create virtual table contact_search_words using fts5vocab (contact_search, instance);
    `);
  },
};
