CREATE TABLE agent_faqs (
  id text primary key,
  workspace_id text not null references workspaces (id),
  agent_id text not null references ai_agents (id),
  question text not null,
  answer text not null,
  position integer not null,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX agent_faqs_in_order on agent_faqs (agent_id, position, id);

CREATE TABLE agent_knowledge_bases (
  workspace_id text not null references workspaces (id),
  agent_id text not null references ai_agents (id),
  base_id text not null references knowledge_bases (id),
  primary key (agent_id, base_id)
) strict, without rowid;

CREATE INDEX agent_knowledge_bases_of_base on agent_knowledge_bases (base_id);

CREATE TABLE agent_snapshots (
  agent_id text primary key references ai_agents (id),
  workspace_id text not null references workspaces (id),
  -- Of the gate run that was passed.
  hash text not null,
  -- JSON: the agent with its FAQs, and its items.
  configuration text not null,
  items text not null,
  published_at text not null,
  updated_at text not null
) strict;

CREATE TABLE ai_agents (
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

CREATE INDEX ai_agents_of_workspace on ai_agents (workspace_id, created_at, id);

CREATE TABLE alert_settings (
  workspace_id text primary key references workspaces (id),
  -- JSON.
  settings text not null,
  updated_at text not null
) strict;

CREATE TABLE api_keys (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  -- SHA-256 of the whole key in hex. The key has 256 random bits, so a slow hash would add nothing.
  hash text not null unique,
  -- The last characters of the secret, so that the owner can tell keys apart.
  last4 text not null,
  scopes text not null,
  expires_at text,
  revoked_at text,
  last_used_at text,
  created_at text not null
) strict;

CREATE INDEX api_keys_of_workspace on api_keys (workspace_id, created_at);

CREATE VIRTUAL TABLE appointment_search using fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
);

CREATE VIRTUAL TABLE appointment_search_words using fts5vocab (appointment_search, instance);

CREATE TRIGGER appointments_counted after insert on appointments begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (new.workspace_id, 'appointments', '', '', 1), (new.workspace_id, 'appointments', 'status', ifnull(new.status, ''), 1), (new.workspace_id, 'appointments', 'source', ifnull(new.source, ''), 1), (new.workspace_id, 'appointments', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER appointments_recounted_by_ai_agent_id after update on appointments when old.ai_agent_id is not new.ai_agent_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'appointments', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1), (new.workspace_id, 'appointments', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER appointments_recounted_by_source after update on appointments when old.source is not new.source
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'appointments', 'source', ifnull(old.source, ''), -1), (new.workspace_id, 'appointments', 'source', ifnull(new.source, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER appointments_recounted_by_status after update on appointments when old.status is not new.status
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'appointments', 'status', ifnull(old.status, ''), -1), (new.workspace_id, 'appointments', 'status', ifnull(new.status, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER appointments_uncounted after delete on appointments begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'appointments', '', '', -1), (old.workspace_id, 'appointments', 'status', ifnull(old.status, ''), -1), (old.workspace_id, 'appointments', 'source', ifnull(old.source, ''), -1), (old.workspace_id, 'appointments', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1)
on conflict do update set count = count + excluded.count;
end;

CREATE TABLE appointments (
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

CREATE INDEX appointments_by_age on appointments (workspace_id, created_at, id);

CREATE INDEX appointments_by_status on appointments (workspace_id, status, start_time, id);

CREATE INDEX appointments_by_time on appointments (workspace_id, start_time, id);

CREATE INDEX appointments_of_agent on appointments (workspace_id, ai_agent_id, start_time, end_time, status, id);

CREATE INDEX appointments_of_contact on appointments (contact_id, start_time);

CREATE INDEX appointments_unconfirmed on appointments (workspace_id, seq) where unconfirmed is not null;

CREATE TABLE assistant_settings (
  workspace_id text primary key references workspaces (id),
  -- JSON.
  settings text not null,
  updated_at text not null
) strict;

CREATE TRIGGER campaign_recipient_added after insert on campaign_recipients begin
  insert into campaign_totals (audience_id, workspace_id, status, count)
    values (new.audience_id, new.workspace_id, new.status, 1)
    on conflict (audience_id, status) do update set count = count + 1;
end;

CREATE TRIGGER campaign_recipient_moved after update of status on campaign_recipients
  when old.status <> new.status begin
  update campaign_totals set count = count - 1 where audience_id = old.audience_id and status = old.status;
  insert into campaign_totals (audience_id, workspace_id, status, count)
    values (new.audience_id, new.workspace_id, new.status, 1)
    on conflict (audience_id, status) do update set count = count + 1;
end;

CREATE TRIGGER campaign_recipient_removed after delete on campaign_recipients begin
  update campaign_totals set count = count - 1 where audience_id = old.audience_id and status = old.status;
end;

CREATE TABLE campaign_recipients (
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

CREATE INDEX campaign_recipients_claimed on campaign_recipients (audience_id, claim_number)
  where claim_number is not null;

CREATE INDEX campaign_recipients_in_order on campaign_recipients (audience_id, seq);

CREATE INDEX campaign_recipients_of_contact on campaign_recipients (contact_id);

CREATE UNIQUE INDEX campaign_recipients_of_message on campaign_recipients (message_id)
  where message_id is not null;

CREATE INDEX campaign_recipients_of_phone on campaign_recipients (phone, workspace_id) where phone is not null;

CREATE UNIQUE INDEX campaign_recipients_once on campaign_recipients (audience_id, contact_id)
  where reason is null or reason not in ('duplicate', 'invalid_number', 'no_contact');

CREATE UNIQUE INDEX campaign_recipients_once_by_number on campaign_recipients (audience_id, phone)
  where reason is null or reason not in ('duplicate', 'invalid_number', 'no_contact');

CREATE INDEX campaign_recipients_sending on campaign_recipients (workspace_id) where status = 'SENDING';

CREATE INDEX campaign_recipients_to_send on campaign_recipients (audience_id, attempts, seq)
  where status = 'PENDING';

CREATE TABLE campaign_totals (
  audience_id text not null,
  workspace_id text not null references workspaces (id),
  status text not null,
  count integer not null,
  primary key (audience_id, status)
) strict, without rowid;

CREATE TABLE campaigns (
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

CREATE INDEX campaigns_in_order on campaigns (workspace_id, seq);

CREATE INDEX campaigns_running on campaigns (channel_id) where status = 'RUNNING';

CREATE VIRTUAL TABLE card_search using fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
);

CREATE VIRTUAL TABLE card_search_words using fts5vocab (card_search, instance);

CREATE TABLE catalog_items (
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

CREATE INDEX catalog_items_in_order on catalog_items (agent_id, position, id);

CREATE TABLE channels (
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

CREATE INDEX channels_of_agent on channels (ai_agent_id) where ai_agent_id is not null;

CREATE INDEX channels_of_workspace on channels (workspace_id, created_at);

CREATE TABLE chat_template_syncs (
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

CREATE INDEX chat_template_syncs_of_channel on chat_template_syncs (channel_id, created_at);

CREATE UNIQUE INDEX chat_template_syncs_running on chat_template_syncs (channel_id)
  where status in ('PENDING', 'RUNNING');

CREATE TABLE chat_templates (
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

CREATE INDEX chat_templates_in_review on chat_templates (channel_id) where status = 'PENDING';

CREATE INDEX chat_templates_of_workspace on chat_templates (workspace_id, name, seq);

CREATE TABLE cloud_credentials (
  channel_id text primary key references channels (id),
  workspace_id text not null references workspaces (id),
  phone_number_id text not null,
  waba_id text not null,
  business_id text,
  app_id text,
  token_last4 text not null,
  -- The secrets as sealed JSON.
  sealed text not null,
  -- When the vendor last proved that it reaches our webhook.
  webhook_verified_at text,
  -- The address at which it did.
  webhook_url text,
  created_at text not null,
  updated_at text not null,
  unique (workspace_id, phone_number_id)
) strict, without rowid;

CREATE TABLE console_sessions (
  id text primary key,
  -- SHA-256 of the cookie, in hex.
  hash text not null unique,
  -- SHA-256 of the page secret, in hex.
  page_hash text not null,
  user_id text not null references users (id),
  -- The workspace shown in this session.
  workspace_id text not null references workspaces (id),
  is_remote integer not null,
  user_agent text not null,
  address text not null,
  created_at text not null,
  last_seen_at text not null,
  expires_at text not null
) strict;

CREATE INDEX console_sessions_of_user on console_sessions (user_id);

CREATE TABLE contact_addresses (
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

CREATE INDEX addresses_of_contact on contact_addresses (contact_id, kind, seen_at);

CREATE INDEX addresses_taken on contact_addresses (taken_from, workspace_id) where taken_from is not null;

CREATE TABLE contact_erasures (
  id text primary key,
  workspace_id text not null references workspaces (id),
  -- JSON: ids of the contacts that are left to delete.
  contact_ids text not null,
  anonymizes_books integer not null,
  -- JSON: ids and addresses that copies of their words contain. Deleted with the row.
  marks text not null,
  deleted integer not null,
  -- When the last contact was deleted; null until then. Later rows are about somebody new.
  deleted_at text,
  -- Kinds of copies that are erased.
  copies_erased integer not null,
  created_at text not null
) strict;

CREATE TABLE contact_join_parts (
  seq integer primary key autoincrement,
  join_id text not null references contact_joins (id) on delete cascade,
  workspace_id text not null references workspaces (id),
  -- JSON: the changes of rows, in their order.
  changes text not null
) strict;

CREATE INDEX contact_join_parts_of_join on contact_join_parts (join_id, seq);

CREATE TABLE contact_joins (
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

CREATE INDEX contact_joins_by_age on contact_joins (created_at);

CREATE INDEX contact_joins_of_gone on contact_joins (gone_id);

CREATE INDEX contact_joins_of_kept on contact_joins (kept_id, created_at);

CREATE VIRTUAL TABLE contact_search using fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
);

CREATE VIRTUAL TABLE contact_search_words using fts5vocab (contact_search, instance);

CREATE TRIGGER contact_tags_counted after insert on contact_tags begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (new.workspace_id, 'contact_tags', '', '', 1), (new.workspace_id, 'contact_tags', 'tag_id', ifnull(new.tag_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER contact_tags_recounted_by_tag_id after update on contact_tags when old.tag_id is not new.tag_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'contact_tags', 'tag_id', ifnull(old.tag_id, ''), -1), (new.workspace_id, 'contact_tags', 'tag_id', ifnull(new.tag_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER contact_tags_uncounted after delete on contact_tags begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'contact_tags', '', '', -1), (old.workspace_id, 'contact_tags', 'tag_id', ifnull(old.tag_id, ''), -1)
on conflict do update set count = count + excluded.count;
end;

CREATE TABLE contact_tags (
  id integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  tag_id integer not null references tags (id),
  contact_seq integer not null references contacts (seq),
  unique (tag_id, contact_seq)
) strict;

CREATE INDEX contact_tags_of_contact on contact_tags (contact_seq, id);

CREATE TABLE contact_views (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  search text not null,
  filter text not null,
  created_at text not null
) strict;

CREATE INDEX contact_views_of_workspace on contact_views (workspace_id, created_at, id);

CREATE TRIGGER contacts_counted after insert on contacts begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (new.workspace_id, 'contacts', '', '', 1), (new.workspace_id, 'contacts', 'conversations', ifnull(new.conversation_count > 0, ''), 1), (new.workspace_id, 'contacts', 'leads', ifnull(new.lead_count > 0, ''), 1), (new.workspace_id, 'contacts', 'orders', ifnull(new.order_count > 0, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER contacts_recounted_by_conversations after update on contacts when old.conversation_count > 0 is not new.conversation_count > 0
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'contacts', 'conversations', ifnull(old.conversation_count > 0, ''), -1), (new.workspace_id, 'contacts', 'conversations', ifnull(new.conversation_count > 0, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER contacts_recounted_by_leads after update on contacts when old.lead_count > 0 is not new.lead_count > 0
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'contacts', 'leads', ifnull(old.lead_count > 0, ''), -1), (new.workspace_id, 'contacts', 'leads', ifnull(new.lead_count > 0, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER contacts_recounted_by_orders after update on contacts when old.order_count > 0 is not new.order_count > 0
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'contacts', 'orders', ifnull(old.order_count > 0, ''), -1), (new.workspace_id, 'contacts', 'orders', ifnull(new.order_count > 0, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER contacts_uncounted after delete on contacts begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'contacts', '', '', -1), (old.workspace_id, 'contacts', 'conversations', ifnull(old.conversation_count > 0, ''), -1), (old.workspace_id, 'contacts', 'leads', ifnull(old.lead_count > 0, ''), -1), (old.workspace_id, 'contacts', 'orders', ifnull(old.order_count > 0, ''), -1)
on conflict do update set count = count + excluded.count;
end;

CREATE TABLE contacts (
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
  updated_at text not null, conversation_count integer not null default 0, lead_count integer not null default 0, order_count integer not null default 0,
  unique (workspace_id, phone)
) strict;

CREATE INDEX contacts_by_age on contacts (workspace_id, created_at, seq);

CREATE INDEX contacts_in_order on contacts (workspace_id, seq);

CREATE INDEX contacts_opted_out on contacts (workspace_id, seq) where opted_out_at is not null;

CREATE INDEX contacts_unconfirmed on contacts (workspace_id, seq) where unconfirmed is not null;

CREATE INDEX contacts_with_conversation on contacts (workspace_id, seq) where conversation_count > 0;

CREATE INDEX contacts_with_lead on contacts (workspace_id, seq) where lead_count > 0;

CREATE INDEX contacts_with_order on contacts (workspace_id, seq) where order_count > 0;

CREATE INDEX contacts_without_conversation on contacts (workspace_id, seq) where conversation_count = 0;

CREATE TABLE contacts_apart (
  seq integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  one_id text not null,
  other_id text not null,
  created_at text not null
) strict;

CREATE INDEX contacts_apart_of_one on contacts_apart (one_id);

CREATE INDEX contacts_apart_of_other on contacts_apart (other_id);

CREATE TABLE conversation_counters (
  workspace_id text not null references workspaces (id),
  day text not null,
  kind text not null,
  count integer not null,
  primary key (workspace_id, day, kind)
) strict, without rowid;

CREATE TABLE conversation_notes (
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

CREATE INDEX conversation_notes_deleted on conversation_notes (deleted_at) where deleted_at is not null;

CREATE INDEX conversation_notes_of_conversation on conversation_notes (conversation_id, seq);

CREATE TABLE conversation_stages (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  name_folded text not null,
  color text not null,
  created_at text not null,
  updated_at text not null,
  unique (workspace_id, name_folded)
) strict;

CREATE TABLE conversation_waits (
  seq integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  kind text not null,
  answered_at text not null,
  waited_ms integer not null
) strict;

CREATE INDEX conversation_waits_by_age on conversation_waits (answered_at);

CREATE INDEX conversation_waits_by_end on conversation_waits (workspace_id, kind, answered_at, waited_ms);

CREATE TRIGGER conversation_count_lowered after delete on conversations begin
  update contacts set conversation_count = conversation_count - 1 where id = old.contact_id and 1;
end;

CREATE TRIGGER conversation_count_moved after update on conversations when (old.contact_id, 1) is not (new.contact_id, 1) begin
  update contacts set conversation_count = conversation_count - 1 where id = old.contact_id and 1;
  update contacts set conversation_count = conversation_count + 1 where id = new.contact_id and 1;
end;

CREATE TRIGGER conversation_count_raised after insert on conversations begin
  update contacts set conversation_count = conversation_count + 1 where id = new.contact_id and 1;
end;

CREATE TRIGGER conversations_counted after insert on conversations begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (new.workspace_id, 'conversations', '', '', 1), (new.workspace_id, 'conversations', 'status', ifnull(new.status, ''), 1), (new.workspace_id, 'conversations', 'channel_id', ifnull(new.channel_id, ''), 1), (new.workspace_id, 'conversations', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1), (new.workspace_id, 'conversations', 'stage_id', ifnull(new.stage_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER conversations_recounted_by_ai_agent_id after update on conversations when old.ai_agent_id is not new.ai_agent_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'conversations', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1), (new.workspace_id, 'conversations', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER conversations_recounted_by_channel_id after update on conversations when old.channel_id is not new.channel_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'conversations', 'channel_id', ifnull(old.channel_id, ''), -1), (new.workspace_id, 'conversations', 'channel_id', ifnull(new.channel_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER conversations_recounted_by_stage_id after update on conversations when old.stage_id is not new.stage_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'conversations', 'stage_id', ifnull(old.stage_id, ''), -1), (new.workspace_id, 'conversations', 'stage_id', ifnull(new.stage_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER conversations_recounted_by_status after update on conversations when old.status is not new.status
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'conversations', 'status', ifnull(old.status, ''), -1), (new.workspace_id, 'conversations', 'status', ifnull(new.status, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER conversations_uncounted after delete on conversations begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'conversations', '', '', -1), (old.workspace_id, 'conversations', 'status', ifnull(old.status, ''), -1), (old.workspace_id, 'conversations', 'channel_id', ifnull(old.channel_id, ''), -1), (old.workspace_id, 'conversations', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1), (old.workspace_id, 'conversations', 'stage_id', ifnull(old.stage_id, ''), -1)
on conflict do update set count = count + excluded.count;
end;

CREATE TABLE conversations (
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

CREATE INDEX conversations_assigned on conversations (assigned_to_user_id)
  where assigned_to_user_id is not null and status <> 'RESOLVED';

CREATE INDEX conversations_by_activity on conversations (workspace_id, last_message_at, id);

CREATE INDEX conversations_by_status on conversations
  (workspace_id, status, last_message_at, id, assigned_to_user_id, assigned_to, snoozed_until);

CREATE INDEX conversations_of_agent on conversations (ai_agent_id) where ai_agent_id is not null;

CREATE INDEX conversations_of_contact on conversations (contact_id, last_message_at);

CREATE INDEX conversations_of_stage on conversations (stage_id) where stage_id is not null;

CREATE INDEX conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;

CREATE INDEX conversations_unanswered on conversations (workspace_id, contact_id)
  where unanswered_since is not null;

CREATE INDEX conversations_unread on conversations (workspace_id, id) where unread_count > 0;

CREATE INDEX conversations_waiting on conversations (workspace_id, waiting_since) where waiting_since is not null;

CREATE TABLE crm_cards (
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

CREATE INDEX crm_cards_of_contact on crm_cards (contact_id, workspace_id, created_at);

CREATE INDEX crm_cards_of_conversation on crm_cards (conversation_id) where conversation_id is not null;

CREATE INDEX crm_cards_of_source on crm_cards (workspace_id, pipeline_id, source, stage_id, value_cents);

CREATE INDEX crm_cards_unconfirmed on crm_cards (workspace_id, seq) where unconfirmed is not null;

CREATE TRIGGER crm_events_counted after insert on crm_events begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (new.workspace_id, 'crm_events', '', '', 1), (new.workspace_id, 'crm_events', 'pipeline', ifnull(new.pipeline_id, ''), 1), (new.workspace_id, 'crm_events', 'pipeline_type', ifnull(new.pipeline_id || ' ' || new.type, ''), 1), (new.workspace_id, 'crm_events', 'pipeline_open_delta', ifnull(new.pipeline_id || ' ' || new.open_delta, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER crm_events_recounted_by_pipeline after update on crm_events when old.pipeline_id is not new.pipeline_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'crm_events', 'pipeline', ifnull(old.pipeline_id, ''), -1), (new.workspace_id, 'crm_events', 'pipeline', ifnull(new.pipeline_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER crm_events_recounted_by_pipeline_open_delta after update on crm_events when old.pipeline_id || ' ' || old.open_delta is not new.pipeline_id || ' ' || new.open_delta
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'crm_events', 'pipeline_open_delta', ifnull(old.pipeline_id || ' ' || old.open_delta, ''), -1), (new.workspace_id, 'crm_events', 'pipeline_open_delta', ifnull(new.pipeline_id || ' ' || new.open_delta, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER crm_events_recounted_by_pipeline_type after update on crm_events when old.pipeline_id || ' ' || old.type is not new.pipeline_id || ' ' || new.type
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'crm_events', 'pipeline_type', ifnull(old.pipeline_id || ' ' || old.type, ''), -1), (new.workspace_id, 'crm_events', 'pipeline_type', ifnull(new.pipeline_id || ' ' || new.type, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER crm_events_uncounted after delete on crm_events begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'crm_events', '', '', -1), (old.workspace_id, 'crm_events', 'pipeline', ifnull(old.pipeline_id, ''), -1), (old.workspace_id, 'crm_events', 'pipeline_type', ifnull(old.pipeline_id || ' ' || old.type, ''), -1), (old.workspace_id, 'crm_events', 'pipeline_open_delta', ifnull(old.pipeline_id || ' ' || old.open_delta, ''), -1)
on conflict do update set count = count + excluded.count;
end;

CREATE TABLE crm_events (
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

CREATE INDEX crm_events_closings on crm_events
  (workspace_id, pipeline_id, created_at, seq, outcome, card_id, value_cents, card_source, card_age_ms)
  where outcome is not null;

CREATE INDEX crm_events_entries on crm_events
  (workspace_id, pipeline_id, created_at, to_stage_id, type, card_source) where is_first_entry = 1;

CREATE INDEX crm_events_of_card on crm_events (card_id, seq);

CREATE INDEX crm_events_of_pipeline on crm_events (workspace_id, pipeline_id, seq);

CREATE INDEX crm_events_of_type on crm_events (workspace_id, pipeline_id, type, seq);

CREATE INDEX crm_events_open on crm_events
  (workspace_id, pipeline_id, created_at, open_delta) where open_delta <> 0;

CREATE INDEX crm_events_stays on crm_events
  (workspace_id, pipeline_id, created_at, from_stage_id, stay_ms) where stay_ms is not null;

CREATE TABLE crm_pipelines (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  is_default integer not null,
  -- Set when deleted; the row stays for its timeline.
  deleted_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE UNIQUE INDEX crm_default_pipeline on crm_pipelines (workspace_id) where is_default = 1;

CREATE INDEX crm_pipelines_of_workspace on crm_pipelines (workspace_id, created_at, id);

CREATE TABLE crm_stages (
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

CREATE INDEX crm_stages_of_workspace on crm_stages (workspace_id, pipeline_id, position);

CREATE TABLE deliveries (
  id text primary key,
  workspace_id text not null references workspaces (id),
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  is_test integer not null default 0,
  -- The JSON body, so that every attempt sends the same bytes.
  payload text not null,
  status text not null,
  attempts integer not null default 0,
  -- Automatic attempts: the position in the retry schedule.
  scheduled_attempts integer not null default 0,
  -- Null when no further automatic attempt is due.
  next_attempt_at text,
  last_status integer,
  error text,
  delivered_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX deliveries_by_status on deliveries (workspace_id, status, created_at, id);

CREATE INDEX deliveries_by_type on deliveries (workspace_id, event_type, created_at, id);

CREATE INDEX deliveries_due on deliveries (workspace_id, endpoint_id, next_attempt_at) where next_attempt_at is not null;

CREATE INDEX deliveries_of_endpoint on deliveries (workspace_id, endpoint_id, created_at, id);

CREATE UNIQUE INDEX deliveries_of_event on deliveries (event_id, endpoint_id);

CREATE INDEX deliveries_of_workspace on deliveries (workspace_id, created_at, id);

CREATE TABLE delivery_attempts (
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

CREATE INDEX delivery_attempts_by_time on delivery_attempts (workspace_id, at, duration_ms);

CREATE TABLE events (
  seq integer primary key autoincrement,
  id text not null unique,
  workspace_id text not null references workspaces (id),
  type text not null,
  source text not null,
  actor_id text,
  actor_name text,
  occurred_at text not null,
  data text not null,
  previous text,
  -- ACTOR: caused by an assistant whose entries a person must confirm; DATA: its data contain such entries; else null.
  unconfirmed text
) strict;

CREATE INDEX events_of_type on events (workspace_id, type, occurred_at, seq);

CREATE INDEX events_of_workspace on events (workspace_id, occurred_at, seq);

CREATE TABLE failing_parts (
  seq integer primary key autoincrement,
  -- Null for what the installation has once.
  workspace_id text references workspaces (id),
  part text not null,
  -- Id of the record that fails, or empty.
  subject text not null,
  reason text not null,
  -- In a row; one that only a person can end counts as several.
  times integer not null,
  since text not null,
  last_at text not null
) strict;

CREATE UNIQUE INDEX failing_parts_once on failing_parts (coalesce(workspace_id, ''), part, subject);

CREATE TABLE file_aliases (
  id text primary key,
  workspace_id text not null references workspaces (id),
  file_id text not null references files (id),
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX file_aliases_of_file on file_aliases (file_id);

CREATE TABLE files (
  id text primary key,
  workspace_id text not null references workspaces (id),
  hash text not null,
  content_type text not null,
  size_bytes integer not null,
  file_name text not null,
  kind text not null,
  width integer,
  height integer,
  thumbnail_hash text,
  created_at text not null
) strict;

CREATE INDEX files_by_hash on files (hash);

CREATE INDEX files_by_thumbnail on files (thumbnail_hash) where thumbnail_hash is not null;

CREATE INDEX files_of_workspace on files (workspace_id, created_at);

CREATE TABLE flow_counts (
  flow_id text not null,
  day text not null,
  kind text not null,
  step_id text not null,
  workspace_id text not null references workspaces (id),
  count integer not null,
  primary key (flow_id, day, kind, step_id)
) strict, without rowid;

CREATE INDEX flow_counts_of_day on flow_counts (workspace_id, day);

CREATE TABLE flow_decisions (
  message_id text primary key,
  workspace_id text not null references workspaces (id),
  taken integer not null,
  created_at text not null
) strict, without rowid;

CREATE INDEX flow_decisions_by_time on flow_decisions (created_at);

CREATE TABLE flow_intents (
  seq integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  conversation_id text not null,
  message_id text not null unique,
  text text not null,
  created_at text not null
) strict;

CREATE INDEX flow_intents_of_conversation on flow_intents (conversation_id);

CREATE TABLE flow_run_steps (
  run_id text not null references flow_runs (id) on delete cascade,
  -- The run's step_count at this step. Ascends, with gaps where a question was repeated.
  position integer not null,
  step_id text not null,
  workspace_id text not null references workspaces (id),
  entered_at text not null,
  primary key (run_id, position)
) strict, without rowid;

CREATE TABLE flow_runs (
  seq integer primary key autoincrement,
  id text not null unique,
  workspace_id text not null references workspaces (id),
  flow_id text not null,
  version_id text not null,
  -- Null for an event without a contact.
  conversation_id text,
  -- Key of the trigger, so that it starts the same flow only once.
  trigger_key text not null,
  depth integer not null,
  state text not null,
  step_id text,
  step_count integer not null,
  variables text not null,
  waiting text,
  -- The customer's replies that the run has not consumed yet.
  answer text,
  -- The effect in progress outside the database (Pending).
  effect text,
  -- The message of a sending effect.
  message_id text,
  due_at text,
  reason text,
  finished_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX flow_runs_due on flow_runs (due_at) where due_at is not null;

CREATE INDEX flow_runs_finished on flow_runs (finished_at) where finished_at is not null;

CREATE INDEX flow_runs_in_order on flow_runs (flow_id, seq);

CREATE INDEX flow_runs_of_conversation on flow_runs (conversation_id);

CREATE INDEX flow_runs_of_message on flow_runs (message_id) where message_id is not null;

CREATE INDEX flow_runs_of_version on flow_runs (version_id);

CREATE UNIQUE INDEX flow_runs_once on flow_runs (flow_id, trigger_key);

CREATE UNIQUE INDEX flow_runs_open on flow_runs (conversation_id)
  where state in ('RUNNING', 'WAITING_ANSWER', 'WAITING_TIME');

CREATE INDEX flow_runs_unfinished on flow_runs (flow_id)
  where state in ('RUNNING', 'WAITING_ANSWER', 'WAITING_TIME');

CREATE INDEX flow_runs_with_effect on flow_runs (id) where effect is not null;

CREATE TABLE flow_starts (
  seq integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  flow_id text not null,
  conversation_id text not null,
  trigger_key text not null,
  variables text not null,
  depth integer not null,
  created_at text not null,
  unique (flow_id, trigger_key)
) strict;

CREATE INDEX flow_starts_of_conversation on flow_starts (conversation_id, seq);

CREATE TABLE flow_versions (
  id text primary key,
  workspace_id text not null references workspaces (id),
  flow_id text not null,
  version integer not null,
  name text not null,
  trigger text not null,
  steps text not null,
  created_at text not null,
  unique (flow_id, version)
) strict, without rowid;

CREATE TABLE flows (
  seq integer primary key autoincrement,
  id text not null unique,
  workspace_id text not null references workspaces (id),
  ai_agent_id text not null,
  name text not null,
  trigger_type text not null,
  -- Event kind of an event trigger.
  trigger_event text,
  trigger text not null,
  steps text not null,
  version integer not null,
  is_on integer not null,
  archived_at text,
  deleted_at text,
  -- Time up to which the schedule was checked.
  schedule_seen_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX flows_deleted on flows (deleted_at) where deleted_at is not null;

CREATE INDEX flows_of_agent on flows (workspace_id, ai_agent_id, seq) where deleted_at is null;

CREATE INDEX flows_on on flows (workspace_id, trigger_type) where is_on = 1;

CREATE TABLE gate_runs (
  id text primary key,
  workspace_id text not null references workspaces (id),
  agent_id text not null references ai_agents (id),
  hash text not null,
  engine text not null,
  state text not null,
  passed integer not null,
  failed integer not null,
  -- Cases that a bounded run left out.
  skipped integer not null,
  -- Of the language model, in and out; null for the local engine.
  tokens integer,
  -- JSON.
  cases text not null,
  started_at text not null,
  finished_at text not null
) strict;

CREATE INDEX gate_runs_of_agent on gate_runs (agent_id, finished_at, id);

CREATE TABLE held_events (
  seq integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  subscriber text not null,
  event_seq integer not null,
  record_id text not null,
  is_released integer not null,
  created_at text not null
) strict;

CREATE INDEX held_events_of_record on held_events (record_id);

CREATE INDEX held_events_released on held_events (subscriber, seq) where is_released = 1;

CREATE TABLE idempotency_keys (
  workspace_id text not null,
  caller text not null,
  operation text not null,
  value text not null,
  fingerprint text not null,
  state text not null,
  status integer,
  headers text,
  body text,
  created_at text not null,
  primary key (workspace_id, caller, operation, value)
) strict, without rowid;

CREATE INDEX idempotency_keys_by_age on idempotency_keys (created_at);

CREATE TABLE integration_attempts (
  job_id text not null references integration_jobs (id) on delete cascade,
  number integer not null,
  workspace_id text not null,
  at text not null,
  duration_ms integer not null,
  request text,
  response text,
  error_code text,
  error_message text,
  primary key (job_id, number)
) strict, without rowid;

CREATE TABLE integration_bindings (
  id text primary key,
  workspace_id text not null references workspaces (id),
  installation_id text not null references integration_installations (id),
  event_name text not null,
  action text not null,
  -- Target of the action; unique together with the three columns above.
  target text not null,
  -- JSON.
  config text not null,
  active integer not null,
  disabled_reason text,
  disabled_at text,
  -- Consecutive failed jobs.
  failure_count integer not null default 0,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX integration_bindings_active on integration_bindings (workspace_id, event_name) where active = 1;

CREATE UNIQUE INDEX integration_bindings_once
  on integration_bindings (installation_id, event_name, action, target);

CREATE TABLE integration_installations (
  id text primary key,
  workspace_id text not null references workspaces (id),
  connector text not null,
  account text,
  state text not null,
  error_code text,
  error_message text,
  -- Sealed JSON; null once disconnected.
  credentials text,
  -- SHA-256 of the secret in a feed's private address.
  feed_token_hash text,
  checked_at text,
  latency_ms integer,
  connected_at text,
  disconnected_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE UNIQUE INDEX integration_feeds on integration_installations (feed_token_hash)
  where feed_token_hash is not null;

CREATE INDEX integration_installations_of_workspace on integration_installations (workspace_id, created_at);

CREATE TABLE integration_jobs (
  seq integer primary key autoincrement,
  id text not null unique,
  workspace_id text not null references workspaces (id),
  installation_id text not null,
  binding_id text not null,
  event_id text not null,
  event_name text not null,
  action text not null,
  resource_id text not null,
  -- Jobs with the same key run one after the other, so that the same action on the same target keeps its order
  -- whichever event kind it comes from.
  order_key text not null,
  -- The event as JSON.
  payload text not null,
  status text not null,
  attempts integer not null default 0,
  -- Attempts since the last manual retry: the position in the schedule.
  tries integer not null default 0,
  -- Whether an attempt ended with an unknown outcome.
  in_doubt integer not null default 0,
  -- Null while it runs and when no further automatic attempt is due.
  next_attempt_at text,
  error_code text,
  error_message text,
  reference text,
  finished_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX integration_jobs_by_status on integration_jobs (workspace_id, status, seq);

CREATE INDEX integration_jobs_due on integration_jobs (installation_id, next_attempt_at)
  where next_attempt_at is not null;

CREATE INDEX integration_jobs_of_binding on integration_jobs (workspace_id, binding_id, seq);

CREATE INDEX integration_jobs_of_event on integration_jobs (event_id);

CREATE INDEX integration_jobs_of_workspace on integration_jobs (workspace_id, seq);

CREATE UNIQUE INDEX integration_jobs_once on integration_jobs (binding_id, event_id);

CREATE INDEX integration_jobs_open on integration_jobs (order_key, seq) where finished_at is null;

CREATE TABLE jobs (
  id text primary key,
  workspace_id text,
  name text not null,
  key text unique,
  input text not null,
  status text not null,
  run_at text not null,
  attempts integer not null default 0,
  owner text,
  lease_until text,
  progress integer not null default 0,
  error text,
  created_at text not null,
  updated_at text not null,
  finished_at text
) strict;

CREATE INDEX jobs_due on jobs (run_at) where status = 'PENDING';

CREATE INDEX jobs_finished on jobs (finished_at) where finished_at is not null;

CREATE TABLE knowledge_approvals (
  agent_id text not null references ai_agents (id),
  segment integer not null references knowledge_segments (number) on delete cascade,
  workspace_id text not null references workspaces (id),
  source_id text not null,
  -- Of the segment's bytes.
  content_hash text,
  state text not null,
  -- Advice for the owner if they failed; null if they could not be run.
  reason text,
  updated_at text not null,
  primary key (agent_id, segment)
) strict, without rowid;

CREATE INDEX knowledge_approvals_of_segment on knowledge_approvals (segment);

CREATE INDEX knowledge_approvals_of_source on knowledge_approvals (source_id);

CREATE TABLE knowledge_bases (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  name_folded text not null,
  description text,
  created_at text not null,
  updated_at text not null,
  unique (workspace_id, name_folded)
) strict;

CREATE TABLE knowledge_chunks (
  row integer primary key,
  id text not null unique,
  workspace_id text not null references workspaces (id),
  source_id text not null,
  heading_path text not null,
  page integer,
  text text not null,
  token_count integer not null
) strict;

CREATE VIRTUAL TABLE knowledge_index using fts5 (
  title, headings, body, content = '', contentless_delete = 1, tokenize = 'ascii'
);

CREATE VIRTUAL TABLE knowledge_index_places using fts5vocab (knowledge_index, instance);

CREATE VIRTUAL TABLE knowledge_index_terms using fts5vocab (knowledge_index, row);

CREATE TABLE knowledge_segments (
  number integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  source_id text not null,
  generation text not null,
  state text not null,
  language text,
  title text not null,
  searchable integer not null default 1,
  chunk_count integer not null default 0,
  created_at text not null
) strict;

CREATE UNIQUE INDEX knowledge_segments_live on knowledge_segments (source_id) where state = 'LIVE';

CREATE INDEX knowledge_segments_of_source on knowledge_segments (source_id, state);

CREATE TABLE knowledge_sources (
  id text primary key,
  workspace_id text not null references workspaces (id),
  -- Exactly one of the two is set.
  agent_id text references ai_agents (id),
  base_id text references knowledge_bases (id),
  kind text not null,
  name text not null,
  name_folded text not null,
  title text,
  url text,
  -- The bytes of a text or a file; null for a URL.
  file_id text references files (id),
  enabled integer not null default 1,
  status text not null,
  progress integer not null default 0,
  error_code text,
  error_message text,
  -- Of the searchable chunks; null before the first indexing.
  generation text,
  content_type text,
  size_bytes integer,
  content_hash text,
  char_count integer not null default 0,
  chunk_count integer not null default 0,
  language text,
  etag text,
  last_modified text,
  indexed_at text,
  last_fetched_at text,
  refresh_at text,
  failed_fetches integer not null default 0,
  created_at text not null,
  updated_at text not null,
  check ((agent_id is null) <> (base_id is null))
) strict;

CREATE UNIQUE INDEX knowledge_sources_of_agent on knowledge_sources (agent_id, name_folded)
  where agent_id is not null;

CREATE UNIQUE INDEX knowledge_sources_of_base on knowledge_sources (base_id, name_folded)
  where base_id is not null;

CREATE INDEX knowledge_sources_to_refresh on knowledge_sources (refresh_at) where refresh_at is not null;

CREATE VIRTUAL TABLE knowledge_spelling using fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

CREATE VIRTUAL TABLE knowledge_spelling_runs using fts5vocab (knowledge_spelling, instance);

CREATE TABLE knowledge_synonyms (
  workspace_id text primary key references workspaces (id),
  groups text not null,
  updated_at text not null
) strict;

CREATE TABLE knowledge_vectors (
  row integer not null references knowledge_chunks (row) on delete cascade,
  workspace_id text not null references workspaces (id),
  model text not null,
  dimension integer not null,
  vector blob not null,
  primary key (row, model)
) strict;

CREATE TABLE knowledge_vocabulary (
  id integer primary key,
  workspace_id text not null references workspaces (id),
  word text not null,
  unique (workspace_id, word)
) strict;

CREATE VIRTUAL TABLE lead_search using fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
);

CREATE VIRTUAL TABLE lead_search_words using fts5vocab (lead_search, instance);

CREATE TRIGGER lead_count_lowered after delete on leads begin
  update contacts set lead_count = lead_count - 1 where id = old.contact_id and 1;
end;

CREATE TRIGGER lead_count_moved after update on leads when (old.contact_id, 1) is not (new.contact_id, 1) begin
  update contacts set lead_count = lead_count - 1 where id = old.contact_id and 1;
  update contacts set lead_count = lead_count + 1 where id = new.contact_id and 1;
end;

CREATE TRIGGER lead_count_raised after insert on leads begin
  update contacts set lead_count = lead_count + 1 where id = new.contact_id and 1;
end;

CREATE TRIGGER leads_counted after insert on leads begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (new.workspace_id, 'leads', '', '', 1), (new.workspace_id, 'leads', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER leads_recounted_by_ai_agent_id after update on leads when old.ai_agent_id is not new.ai_agent_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'leads', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1), (new.workspace_id, 'leads', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER leads_uncounted after delete on leads begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'leads', '', '', -1), (old.workspace_id, 'leads', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1)
on conflict do update set count = count + excluded.count;
end;

CREATE TABLE leads (
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

CREATE INDEX leads_by_age on leads (workspace_id, created_at);

CREATE INDEX leads_in_order on leads (workspace_id, seq);

CREATE INDEX leads_of_agent on leads (workspace_id, ai_agent_id, seq);

CREATE INDEX leads_of_contact on leads (contact_id, workspace_id, seq);

CREATE INDEX leads_unconfirmed on leads (workspace_id, seq) where unconfirmed is not null;

CREATE TABLE library_files (
  workspace_id text not null references workspaces (id),
  id text not null,
  name text not null,
  -- Null for a file whose content is stored here.
  url text,
  -- The alias of the stored content; null for a file that is only referred to.
  alias_id text references file_aliases (id),
  -- JSON: its tags, in the order in which they were given.
  tags text not null default '[]',
  content_type text not null,
  kind text not null,
  size_bytes integer not null,
  usage_count integer not null,
  last_used_at text,
  created_at text not null,
  updated_at text not null,
  primary key (workspace_id, id)
) strict;

CREATE INDEX library_files_by_age on library_files (workspace_id, created_at);

CREATE TABLE login_links (
  hash text primary key,
  expires_at text not null
) strict;

CREATE TABLE message_media (
  seq integer primary key autoincrement,
  message_id text not null unique references messages (id) on delete cascade,
  channel_id text not null references channels (id),
  chat text not null,
  ref text not null,
  content_type text,
  file_name text,
  attempts integer not null default 0,
  next_at text not null,
  received_at text not null
) strict;

CREATE INDEX message_media_of_chat on message_media (chat, seq);

CREATE TABLE message_reactions (
  message_id text not null references messages (id),
  workspace_id text not null references workspaces (id),
  author text not null,
  emoji text not null,
  at text not null,
  primary key (message_id, author)
) strict, without rowid;

CREATE VIRTUAL TABLE message_search using fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
);

CREATE VIRTUAL TABLE message_search_words using fts5vocab (message_search, instance);

CREATE TABLE messages (
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

CREATE INDEX messages_as_written on messages (conversation_id, written_at, seq);

CREATE UNIQUE INDEX messages_by_idempotency_key on messages (conversation_id, idempotency_key)
  where idempotency_key is not null;

CREATE INDEX messages_of_conversation on messages (conversation_id, seq);

CREATE INDEX messages_of_file on messages (file_id) where file_id is not null;

CREATE INDEX messages_that_request on messages (conversation_id, seq) where request is not null;

CREATE INDEX messages_unresolved on messages (created_at) where status = 'PENDING';

CREATE TABLE opt_out_hashes (
  workspace_id text not null references workspaces (id),
  hash text not null,
  -- The same for all addresses of a person; says nothing else.
  person_id text not null,
  opted_out_at text not null,
  primary key (workspace_id, hash)
) strict, without rowid;

CREATE INDEX opt_out_hashes_of_person on opt_out_hashes (person_id);

CREATE TABLE order_numbers (
  workspace_id text primary key references workspaces (id),
  last_number integer not null
) strict, without rowid;

CREATE VIRTUAL TABLE order_search using fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '28 29'
);

CREATE VIRTUAL TABLE order_search_words using fts5vocab (order_search, instance);

CREATE TRIGGER order_count_lowered after delete on orders begin
  update contacts set order_count = order_count - 1 where id = old.contact_id and not (old.status = 'CANCELLED');
end;

CREATE TRIGGER order_count_moved after update on orders when (old.contact_id, not (old.status = 'CANCELLED')) is not (new.contact_id, not (new.status = 'CANCELLED')) begin
  update contacts set order_count = order_count - 1 where id = old.contact_id and not (old.status = 'CANCELLED');
  update contacts set order_count = order_count + 1 where id = new.contact_id and not (new.status = 'CANCELLED');
end;

CREATE TRIGGER order_count_raised after insert on orders begin
  update contacts set order_count = order_count + 1 where id = new.contact_id and not (new.status = 'CANCELLED');
end;

CREATE TRIGGER orders_counted after insert on orders begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (new.workspace_id, 'orders', '', '', 1), (new.workspace_id, 'orders', 'status', ifnull(new.status, ''), 1), (new.workspace_id, 'orders', 'source', ifnull(new.source, ''), 1), (new.workspace_id, 'orders', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER orders_recounted_by_ai_agent_id after update on orders when old.ai_agent_id is not new.ai_agent_id
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'orders', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1), (new.workspace_id, 'orders', 'ai_agent_id', ifnull(new.ai_agent_id, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER orders_recounted_by_source after update on orders when old.source is not new.source
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'orders', 'source', ifnull(old.source, ''), -1), (new.workspace_id, 'orders', 'source', ifnull(new.source, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER orders_recounted_by_status after update on orders when old.status is not new.status
begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'orders', 'status', ifnull(old.status, ''), -1), (new.workspace_id, 'orders', 'status', ifnull(new.status, ''), 1)
on conflict do update set count = count + excluded.count;
end;

CREATE TRIGGER orders_uncounted after delete on orders begin 
    insert into row_counts (workspace_id, table_name, shared, value, count) values (old.workspace_id, 'orders', '', '', -1), (old.workspace_id, 'orders', 'status', ifnull(old.status, ''), -1), (old.workspace_id, 'orders', 'source', ifnull(old.source, ''), -1), (old.workspace_id, 'orders', 'ai_agent_id', ifnull(old.ai_agent_id, ''), -1)
on conflict do update set count = count + excluded.count;
end;

CREATE TABLE orders (
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

CREATE INDEX orders_by_age on orders (workspace_id, created_at, id);

CREATE INDEX orders_by_change on orders (workspace_id, status, updated_at, total_cents);

CREATE INDEX orders_by_day on orders (workspace_id, created_day, status, payment_status, total_cents);

CREATE INDEX orders_by_source on orders (workspace_id, source, created_at, id);

CREATE INDEX orders_by_status on orders (workspace_id, status, created_at, id);

CREATE INDEX orders_by_total on orders (workspace_id, total_cents, id);

CREATE INDEX orders_of_agent on orders (workspace_id, ai_agent_id, created_at, id);

CREATE INDEX orders_of_contact on orders (contact_id, status, total_cents);

CREATE INDEX orders_unconfirmed on orders (workspace_id, seq) where unconfirmed is not null;

CREATE TABLE platform_catalog_sync_items (
  sync_id text not null references platform_catalog_syncs (id),
  item_id text not null,
  name text not null,
  state text not null,
  error text,
  primary key (sync_id, item_id)
) strict, without rowid;

CREATE TABLE platform_catalog_syncs (
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

CREATE INDEX platform_catalog_syncs_newest on platform_catalog_syncs (channel_id, created_at);

CREATE UNIQUE INDEX platform_catalog_syncs_running on platform_catalog_syncs (channel_id)
  where status in ('PENDING', 'RUNNING');

CREATE TABLE provider_events (
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

CREATE INDEX provider_events_by_age on provider_events (received_at);

CREATE INDEX provider_events_to_do on provider_events (channel_id, seq) where state = 'PENDING';

CREATE INDEX provider_events_waiting on provider_events (channel_id, waits_for) where state = 'WAITING';

CREATE TABLE qr_auth (
  channel_id text not null references channels (id),
  type text not null,
  id text not null,
  sealed text not null,
  primary key (channel_id, type, id)
) strict, without rowid;

CREATE TABLE qr_journal (
  channel_id text not null references channels (id),
  message_id text not null,
  entry text not null,
  arrived_at text not null,
  primary key (channel_id, message_id)
) strict, without rowid;

CREATE TABLE qr_sends (
  channel_id text not null references channels (id),
  message_id text not null,
  content text not null,
  state text not null,
  created_at text not null,
  primary key (channel_id, message_id)
) strict, without rowid;

CREATE INDEX qr_sends_by_age on qr_sends (created_at);

CREATE TABLE quick_replies (
  id text primary key,
  workspace_id text not null references workspaces (id),
  shortcut text not null,
  -- The shortcut in lower case, for comparing and sorting.
  folded_shortcut text not null,
  content text not null,
  group_name text,
  -- JSON: ids of the library files that are sent with it, in order.
  file_ids text not null default '[]',
  usage_count integer not null default 0,
  last_used_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE UNIQUE INDEX quick_replies_of_workspace on quick_replies (workspace_id, folded_shortcut);

CREATE TABLE reply_counters (
  workspace_id text not null references workspaces (id),
  agent_id text not null,
  day text not null,
  kind text not null,
  count integer not null,
  primary key (workspace_id, agent_id, day, kind)
) strict, without rowid;

CREATE TABLE reply_questions (
  id text primary key,
  workspace_id text not null references workspaces (id),
  agent_id text not null,
  conversation_id text not null,
  -- The agent's reply that admits it; null if nothing was sent.
  message_id text,
  question text not null,
  question_folded text not null,
  -- In the time zone of the workspace.
  day text not null,
  asked_at text not null,
  -- What the owner did about it: 'taught' or 'dismissed'; null while it is open.
  closed_as text,
  closed_at text
) strict;

CREATE INDEX reply_questions_by_age on reply_questions (asked_at);

CREATE INDEX reply_questions_of_agent on reply_questions (agent_id, asked_at);

CREATE INDEX reply_questions_of_conversation on reply_questions (conversation_id);

CREATE TABLE reply_states (
  conversation_id text primary key,
  workspace_id text not null references workspaces (id),
  has_greeted integer not null,
  misses_in_a_row integer not null,
  -- Until then the customer has been told that the shop is closed.
  told_closed_until text,
  -- Day on which the conversation was last counted.
  counted_day text,
  -- JSON: the order or booking that waits for the customer's yes.
  proposal text,
  updated_at text not null
) strict;

CREATE TABLE reply_traces (
  id text primary key,
  workspace_id text not null references workspaces (id),
  agent_id text not null,
  conversation_id text not null,
  -- Id of the turn, or the key of a flow's step; makes the reply idempotent.
  turn_key text not null unique,
  message_id text unique,
  kind text not null,
  reason text,
  summary text,
  trace text not null,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX reply_traces_of_agent on reply_traces (agent_id);

CREATE INDEX reply_traces_of_conversation on reply_traces (conversation_id, created_at);

CREATE TABLE reply_turns (
  id text primary key,
  workspace_id text not null references workspaces (id),
  conversation_id text not null,
  state text not null,
  outcome text,
  first_message_seq integer not null,
  last_message_seq integer not null,
  first_at text not null,
  due_at text not null,
  attempts integer not null default 0,
  -- The reply, once it is stored.
  reply_message_id text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX reply_turns_by_age on reply_turns (created_at);

CREATE INDEX reply_turns_due on reply_turns (due_at) where state = 'PENDING';

CREATE INDEX reply_turns_of_conversation on reply_turns (conversation_id);

CREATE INDEX reply_turns_running on reply_turns (state) where state = 'RUNNING';

CREATE UNIQUE INDEX reply_turns_waiting on reply_turns (conversation_id) where state = 'PENDING';

CREATE TABLE row_counts (
  workspace_id text not null references workspaces (id),
  table_name text not null,
  -- What the counted rows share, such as a column; empty: nothing, all rows are counted.
  shared text not null,
  value text not null,
  count integer not null,
  primary key (workspace_id, table_name, shared, value)
) strict, without rowid;

CREATE TABLE schedules (
  name text primary key,
  last_run_at text not null
) strict, without rowid;

CREATE TABLE sending_rules (
  workspace_id text primary key references workspaces (id),
  rules text not null,
  updated_at text not null
) strict, without rowid;

CREATE TABLE settings (
  key text primary key,
  value text not null
) strict, without rowid;

CREATE TABLE simulator_catalog_links (
  channel_id text primary key references channels (id),
  catalog_id text not null
) strict, without rowid;

CREATE TABLE simulator_messages (
  seq integer primary key autoincrement,
  channel_id text not null references channels (id),
  provider_message_id text not null,
  -- The customer's number, E.164.
  phone text not null,
  from_customer integer not null,
  type text not null,
  content text,
  file_id text,
  template text,
  reply_to text,
  status text not null,
  reaction text,
  at text not null,
  unique (channel_id, provider_message_id)
) strict;

CREATE INDEX simulator_messages_of_phone on simulator_messages (channel_id, phone, seq);

CREATE TABLE simulator_pairings (
  channel_id text primary key references channels (id),
  phone_number text not null,
  paired_at text not null
) strict, without rowid;

CREATE TABLE simulator_phones (
  channel_id text not null references channels (id),
  phone text not null,
  online integer not null,
  primary key (channel_id, phone)
) strict, without rowid;

CREATE TABLE simulator_products (
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

CREATE TABLE simulator_templates (
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

CREATE TABLE subscriber_cursors (
  name text primary key,
  seq integer not null
) strict, without rowid;

CREATE TABLE suspect_work (
  id text primary key,
  kind text not null,
  key text not null,
  deaths integer not null,
  last_died_at text,
  set_aside_at text,
  unique (kind, key)
) strict;

CREATE TABLE tags (
  id integer primary key autoincrement,
  workspace_id text not null references workspaces (id),
  name text not null,
  name_folded text not null,
  color text not null,
  unique (workspace_id, name_folded)
) strict;

CREATE TABLE usage_counters (
  workspace_id text not null references workspaces (id),
  kind text not null,
  period text not null,
  used integer not null default 0,
  warned integer not null default 0,
  exceeded integer not null default 0,
  primary key (workspace_id, kind, period)
) strict, without rowid;

CREATE TABLE users (
  id text primary key,
  name text not null,
  name_folded text not null unique,
  role text not null,
  -- JSON with salt and hash; null: signs in by a link on this machine only, or not at all.
  passphrase text,
  disabled_at text,
  created_at text not null,
  updated_at text not null
) strict;

CREATE TABLE webhook_endpoints (
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
  -- JSON array of PreviousSecret, newest first.
  previous_secrets text not null default '[]',
  created_at text not null,
  updated_at text not null
) strict;

CREATE INDEX webhook_endpoints_of_workspace on webhook_endpoints (workspace_id, created_at);

CREATE TABLE workspace_folders (
  workspace_id text not null references workspaces (id),
  path text not null,
  primary key (workspace_id, path)
) strict, without rowid;

CREATE TABLE workspaces (
  id text primary key,
  name text not null,
  country text not null,
  timezone text not null,
  language text not null,
  limits text not null default '{}',
  trial_ends_at text,
  trial_locked integer not null default 0,
  created_at text not null,
  updated_at text not null
) strict;
