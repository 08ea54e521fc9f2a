import type { Migration } from './migration.ts';

/** Marketing campaigns, their recipients, each workspace's sending rules, and opt-outs of people who were deleted. */
export const campaigns: Migration = {
  name: '0016-campaigns',
  up(handle) {
    handle.exec(`
      create table campaigns (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        name text not null,
        name_folded text not null,
        channel_id text not null references channels (id),
        template_id text not null,
        timezone text not null,
        audience_source text not null,
        stop_on_reply integer not null,
        send_interval_ms integer not null,
        mappings text not null,
        -- The file that is sent in the header of the template.
        header_file_id text references files (id),
        -- Identifies the current recipients; a new audience is built next to them and replaces them at once.
        audience_id text not null unique,
        status text not null,
        status_reason text,
        transactional_reason text,
        -- Counts changes of content and audience.
        revision integer not null default 0,
        -- The revision of the frozen texts.
        planned_revision integer,
        -- Counts started sends; failures are counted from the one at which sending last started.
        claim_count integer not null default 0,
        watched_from integer not null default 0,
        scheduled_at text,
        started_at text,
        next_send_at text,
        finished_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index campaigns_in_order on campaigns (workspace_id, seq);
      create index campaigns_running on campaigns (channel_id) where status = 'RUNNING';

      create table campaign_recipients (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        audience_id text not null,
        -- Who it is, once the number is somebody's.
        contact_id text references contacts (id),
        -- A number that is nobody's contact yet; of an invalid row, what it says.
        phone text,
        name text,
        name_folded text not null,
        variables text not null,
        status text not null,
        reason text,
        error text,
        attempts integer not null default 0,
        -- Counts how often it was queued: each time is a separate message.
        round integer not null default 1,
        -- Position of its send among those of the campaign.
        claim_number integer,
        message_id text,
        provider_message_id text,
        content text,
        template_values text,
        claimed_at text,
        sent_at text,
        delivered_at text,
        read_at text,
        replied_at text,
        opted_out_at text,
        created_at text not null,
        updated_at text not null,
        check (contact_id is null or phone is null)
      ) strict;
      -- A person is in an audience once, by contact or by number; repeats and invalid rows do not count.
      create unique index campaign_recipients_once on campaign_recipients (audience_id, contact_id)
        where reason is null or reason not in ('duplicate', 'invalid_number', 'no_contact');
      create unique index campaign_recipients_once_by_number on campaign_recipients (audience_id, phone)
        where reason is null or reason not in ('duplicate', 'invalid_number', 'no_contact');
      create index campaign_recipients_in_order on campaign_recipients (audience_id, seq);
      create index campaign_recipients_to_send on campaign_recipients (audience_id, attempts, seq)
        where status = 'PENDING';
      create index campaign_recipients_sending on campaign_recipients (workspace_id) where status = 'SENDING';
      create index campaign_recipients_claimed on campaign_recipients (audience_id, claim_number)
        where claim_number is not null;
      create index campaign_recipients_of_contact on campaign_recipients (contact_id);
      create index campaign_recipients_of_phone on campaign_recipients (phone, workspace_id) where phone is not null;
      create unique index campaign_recipients_of_message on campaign_recipients (message_id)
        where message_id is not null;

      -- Number of recipients per status: a list of campaigns without reading their audiences.
      create table campaign_totals (
        audience_id text not null,
        workspace_id text not null references workspaces (id),
        status text not null,
        count integer not null,
        primary key (audience_id, status)
      ) strict, without rowid;
      create trigger campaign_recipient_added after insert on campaign_recipients begin
        insert into campaign_totals (audience_id, workspace_id, status, count)
          values (new.audience_id, new.workspace_id, new.status, 1)
          on conflict (audience_id, status) do update set count = count + 1;
      end;
      create trigger campaign_recipient_removed after delete on campaign_recipients begin
        update campaign_totals set count = count - 1 where audience_id = old.audience_id and status = old.status;
      end;
      create trigger campaign_recipient_moved after update of status on campaign_recipients
        when old.status <> new.status begin
        update campaign_totals set count = count - 1 where audience_id = old.audience_id and status = old.status;
        insert into campaign_totals (audience_id, workspace_id, status, count)
          values (new.audience_id, new.workspace_id, new.status, 1)
          on conflict (audience_id, status) do update set count = count + 1;
      end;

      create table sending_rules (
        workspace_id text primary key references workspaces (id),
        rules text not null,
        updated_at text not null
      ) strict, without rowid;

      -- Addresses of deleted contacts who had opted out, as keyed hashes.
      create table opt_out_hashes (
        workspace_id text not null references workspaces (id),
        hash text not null,
        -- The same for all addresses of a person; says nothing else.
        person_id text not null,
        opted_out_at text not null,
        primary key (workspace_id, hash)
      ) strict, without rowid;
      create index opt_out_hashes_of_person on opt_out_hashes (person_id);
    `);
  },
};
