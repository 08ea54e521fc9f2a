import { keepRowCounts } from './keep-row-counts.ts';
import type { Migration } from './migration.ts';

/**
 * Pipelines, stages with their counters, cards, and the timeline. Each report figure has its own covering index, since
 * timeline rows are wide and a report scans many.
 */
export const crm: Migration = {
  name: '0006-crm',
  up(handle) {
    handle.exec(`
      create table crm_pipelines (
        id text primary key,
        workspace_id text not null references workspaces (id),
        name text not null,
        is_default integer not null,
        -- Set when deleted; the row stays for its timeline.
        deleted_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index crm_pipelines_of_workspace on crm_pipelines (workspace_id, created_at, id);
      create unique index crm_default_pipeline on crm_pipelines (workspace_id) where is_default = 1;

      create table crm_stages (
        id text primary key,
        workspace_id text not null references workspaces (id),
        pipeline_id text not null references crm_pipelines (id),
        name text not null,
        name_folded text not null,
        color text not null,
        position integer not null,
        is_won integer not null,
        is_lost integer not null,
        -- Updated with every write of a card, so that the board need not count.
        card_count integer not null default 0,
        card_total_cents integer not null default 0,
        created_at text not null,
        updated_at text not null,
        unique (pipeline_id, name_folded)
      ) strict;
      create index crm_stages_of_workspace on crm_stages (workspace_id, pipeline_id, position);

      create table crm_cards (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        pipeline_id text not null references crm_pipelines (id),
        stage_id text not null references crm_stages (id),
        -- Fractional index: orders the cards of a stage byte by byte, without duplicates.
        order_key text not null,
        title text not null,
        value_cents integer,
        -- Null for nobody, and once the contact is deleted.
        contact_id text references contacts (id),
        contact_name text,
        conversation_id text,
        lead_id text,
        source text not null,
        comment_count integer not null default 0,
        stage_entered_at text not null,
        -- JSON: an assistant's unconfirmed entries (by, at, fields); null if there are none.
        unconfirmed text,
        created_at text not null,
        updated_at text not null,
        unique (stage_id, order_key)
      ) strict;
      create index crm_cards_unconfirmed on crm_cards (workspace_id, seq) where unconfirmed is not null;
      create index crm_cards_of_contact on crm_cards (contact_id, workspace_id, created_at);
      create index crm_cards_of_source on crm_cards (workspace_id, pipeline_id, source, stage_id, value_cents);
      create virtual table card_search using fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
      );
      create virtual table card_search_words using fts5vocab (card_search, instance);
      create index crm_cards_of_conversation on crm_cards (conversation_id) where conversation_id is not null;

      create table crm_events (
        seq integer primary key autoincrement,
        id text not null,
        workspace_id text not null references workspaces (id),
        pipeline_id text not null references crm_pipelines (id),
        card_id text not null,
        card_title text not null,
        type text not null,
        actor_source text not null,
        actor_id text,
        actor_name text,
        from_stage_id text,
        from_stage_name text,
        to_stage_id text,
        to_stage_name text,
        -- JSON list of {field, from, to}.
        changes text not null default '[]',
        comment text,
        is_first_entry integer not null,
        outcome text,
        open_delta integer not null,
        -- Time that the card spent in from_stage; null when it did not leave it.
        stay_ms integer,
        value_cents integer,
        card_source text not null,
        card_age_ms integer not null,
        created_at text not null
      ) strict;
      create index crm_events_of_pipeline on crm_events (workspace_id, pipeline_id, seq);
      create index crm_events_of_type on crm_events (workspace_id, pipeline_id, type, seq);
      create index crm_events_of_card on crm_events (card_id, seq);
      create index crm_events_entries on crm_events
        (workspace_id, pipeline_id, created_at, to_stage_id, type, card_source) where is_first_entry = 1;
      create index crm_events_closings on crm_events
        (workspace_id, pipeline_id, created_at, seq, outcome, card_id, value_cents, card_source, card_age_ms)
        where outcome is not null;
      create index crm_events_stays on crm_events
        (workspace_id, pipeline_id, created_at, from_stage_id, stay_ms) where stay_ms is not null;
      create index crm_events_open on crm_events
        (workspace_id, pipeline_id, created_at, open_delta) where open_delta <> 0;
      ${keepRowCounts('crm_events', (row) => ({
        pipeline: `${row}.pipeline_id`,
        pipeline_type: `${row}.pipeline_id || ' ' || ${row}.type`,
        pipeline_open_delta: `${row}.pipeline_id || ' ' || ${row}.open_delta`,
      }))}
    `);
  },
};
