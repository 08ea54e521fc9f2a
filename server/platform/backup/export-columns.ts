/**
 * How an export of the shop treats a text column:
 * - `written`: words of people, names, states and numbers stay as they are;
 * - `event`: JSON with words of people, in which only fields with URLs lose tokens;
 * - `settings`: JSON of settings and of programs' answers, without credentials;
 * - `address`: a URL that programs call, without tokens and random path segments;
 * - `links`: text that may contain URLs, such as an error, without their tokens;
 * - `leftOut`: credentials, and copies of requests and answers that serve to find faults.
 */
export interface ExportColumns {
  written?: string;
  event?: string;
  settings?: string;
  address?: string;
  links?: string;
  leftOut?: string;
}

/** Tables that are not exported: internals of the installation, answers stored for repeated requests, credentials and keyed hashes. */
export const unexportedTables = [
  ...['api_keys', 'cloud_credentials', 'console_sessions', 'contact_erasures', 'idempotency_keys', 'jobs'],
  ...['failing_parts', 'message_media', 'opt_out_hashes', 'provider_events'],
];

/** Columns by table, except ids (`id`, `*_id`) and times (`*_at`), which stay as they are. */
export const exportColumns: Record<string, ExportColumns> = {
  agent_faqs: { written: 'question answer' },
  agent_knowledge_bases: {},
  agent_snapshots: { written: 'hash configuration items' },
  ai_agents: {
    written:
      'name agent_type description language tone greeting_message fallback_message out_of_hours_message ' +
      'business_hours services rules behavior function_key status',
  },
  alert_settings: { settings: 'settings' },
  appointments: {
    written: 'title start_time end_time status notes source client_name client_email notification unconfirmed',
  },
  assistant_settings: { settings: 'settings' },
  campaign_recipients: {
    written: 'phone name name_folded variables status content template_values',
    links: 'reason error',
  },
  campaign_totals: { written: 'status' },
  campaigns: {
    written: 'name name_folded timezone audience_source status transactional_reason',
    settings: 'mappings',
    links: 'status_reason',
  },
  catalog_items: { written: 'name description category', links: 'image_url' },
  channels: { written: 'name provider driver status phone_number', links: 'status_reason' },
  chat_template_syncs: { written: 'status', links: 'error' },
  chat_templates: { written: 'name language category category_was status quality components', links: 'reason' },
  contact_addresses: { written: 'kind value scope evidence taken_from' },
  contact_join_parts: { written: 'changes' },
  contact_joins: { written: 'gone addresses state' },
  contact_tags: {},
  contact_views: { written: 'name search filter' },
  contacts: { written: 'phone name username email notes fields unconfirmed campaign_wish' },
  contacts_apart: {},
  conversation_counters: { written: 'day kind' },
  conversation_notes: { written: 'author_name text' },
  conversation_stages: { written: 'name name_folded color' },
  conversation_waits: { written: 'kind' },
  conversations: {
    written: 'status handoff_type assigned_to last_message waiting_since unanswered_since snoozed_until resolved_from',
  },
  crm_cards: { written: 'order_key title contact_name source unconfirmed' },
  crm_events: {
    written:
      'card_title type actor_source actor_name from_stage_name to_stage_name changes comment outcome card_source',
  },
  crm_pipelines: { written: 'name' },
  crm_stages: { written: 'name name_folded color' },
  deliveries: { written: 'event_type status', links: 'error', leftOut: 'payload' },
  delivery_attempts: { written: 'trigger at', links: 'error', leftOut: 'response_body' },
  events: { written: 'type source actor_name unconfirmed', event: 'data previous' },
  file_aliases: {},
  files: { written: 'hash content_type file_name kind thumbnail_hash' },
  flow_counts: { written: 'day kind' },
  flow_decisions: {},
  flow_intents: { written: 'text' },
  flow_run_steps: {},
  flow_runs: {
    written: 'trigger_key state answer',
    settings: 'variables waiting',
    links: 'reason',
    leftOut: 'effect',
  },
  flow_starts: { written: 'trigger_key', settings: 'variables' },
  flow_versions: { written: 'name', settings: 'trigger steps' },
  flows: { written: 'name trigger_type trigger_event', settings: 'trigger steps' },
  gate_runs: { written: 'hash engine state cases' },
  held_events: { written: 'subscriber' },
  integration_attempts: { written: 'at error_code', links: 'error_message', leftOut: 'request response' },
  integration_bindings: { written: 'event_name action', settings: 'config', links: 'target disabled_reason' },
  integration_installations: {
    written: 'connector state error_code',
    links: 'account error_message',
    leftOut: 'credentials feed_token_hash',
  },
  integration_jobs: {
    written: 'event_name action order_key status error_code',
    links: 'error_message reference',
    leftOut: 'payload',
  },
  knowledge_approvals: { written: 'content_hash state', links: 'reason' },
  knowledge_bases: { written: 'name name_folded description' },
  knowledge_chunks: { written: 'heading_path text' },
  knowledge_segments: { written: 'generation state language title' },
  knowledge_sources: {
    written: 'kind status error_code generation content_type content_hash language etag last_modified',
    address: 'url',
    // A source without a name is named by its URL.
    links: 'name name_folded title error_message',
  },
  knowledge_synonyms: { written: 'groups' },
  knowledge_vectors: { written: 'model' },
  knowledge_vocabulary: { written: 'word' },
  leads: { written: 'name email address tags data unconfirmed' },
  library_files: { written: 'name tags content_type kind', address: 'url' },
  message_reactions: { written: 'author emoji at' },
  messages: {
    written:
      'direction author author_name type content notice enclosed earlier ended_wait template request status idempotency_key',
    links: 'error',
  },
  order_numbers: {},
  orders: {
    written:
      'client_name client_email items payment_method payment_status address notes status source ' +
      'notification unconfirmed created_day',
  },
  platform_catalog_syncs: { written: 'status', links: 'error' },
  quick_replies: { written: 'shortcut folded_shortcut content group_name file_ids' },
  reply_counters: { written: 'day kind' },
  reply_questions: { written: 'question question_folded day closed_as' },
  reply_states: { written: 'told_closed_until counted_day proposal' },
  reply_traces: { written: 'turn_key kind summary', settings: 'trace', links: 'reason' },
  reply_turns: { written: 'state outcome' },
  row_counts: { written: 'table_name shared value' },
  sending_rules: { settings: 'rules' },
  tags: { written: 'name name_folded color' },
  usage_counters: { written: 'kind period' },
  webhook_endpoints: {
    written: 'events description failing_since',
    address: 'url',
    links: 'disabled_reason',
    leftOut: 'secret previous_secrets',
  },
  workspace_folders: { written: 'path' },
  workspaces: { written: 'name country timezone language limits' },
};
