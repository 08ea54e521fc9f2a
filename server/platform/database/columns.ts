import type { Generated } from 'kysely';

/** The columns of all tables as the migrations make them. Written by `npm run schema`, with the comments of the SQL. */
export interface Columns {
  agent_faqs: {
    id: string;
    workspace_id: string;
    agent_id: string;
    question: string;
    answer: string;
    position: number;
    created_at: string;
    updated_at: string;
  };
  agent_knowledge_bases: {
    workspace_id: string;
    agent_id: string;
    base_id: string;
  };
  ai_agents: {
    id: string;
    workspace_id: string;
    name: string;
    agent_type: string;
    description: string | null;
    language: string;
    tone: string | null;
    greeting_message: string | null;
    fallback_message: string | null;
    out_of_hours_message: string | null;
    business_hours: string | null;
    services: string;
    rules: string;
    /** What was set; absent keys have their default. */
    behavior: string;
    function_key: string | null;
    template_id: string | null;
    status: string;
    has_untested_changes: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  api_keys: {
    id: string;
    workspace_id: string;
    name: string;
    /** SHA-256 of the whole key in hex. The key has 256 random bits, so a slow hash would add nothing. */
    hash: string;
    /** The last characters of the secret part, so that the owner can tell keys apart. */
    last4: string;
    scopes: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    created_at: string;
  };
  appointments: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    ai_agent_id: string;
    title: string;
    start_time: string;
    end_time: string;
    status: string;
    notes: string | null;
    source: string;
    lead_id: string | null;
    client_name: string | null;
    /** E.164. */
    client_phone: string | null;
    client_email: string | null;
    outside_business_hours: number;
    notification: string | null;
    created_at: string;
    updated_at: string;
  };
  campaign_recipients: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    audience_id: string;
    phone: string;
    name: string | null;
    name_folded: string;
    variables: string;
    status: string;
    reason: string | null;
    error: string | null;
    attempts: Generated<number>;
    /** Counts how often it was put in line: each time is a message of its own. */
    round: Generated<number>;
    /** The place of its send among those of the campaign. */
    claim_number: number | null;
    message_id: string | null;
    provider_message_id: string | null;
    content: string | null;
    template_values: string | null;
    claimed_at: string | null;
    sent_at: string | null;
    delivered_at: string | null;
    read_at: string | null;
    replied_at: string | null;
    opted_out_at: string | null;
    created_at: string;
    updated_at: string;
  };
  campaign_totals: {
    audience_id: string;
    workspace_id: string;
    status: string;
    count: number;
  };
  campaigns: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    name: string;
    name_folded: string;
    channel_id: string;
    template_id: string;
    timezone: string;
    audience_source: string;
    stop_on_reply: number;
    send_interval_ms: number;
    mappings: string;
    /** The recipients that are its own; another audience is built beside them and takes their place at once. */
    audience_id: string;
    status: string;
    status_reason: string | null;
    transactional_reason: string | null;
    /** Counts the changes of what is sent to whom. */
    revision: Generated<number>;
    /** The revision that the frozen texts are of. */
    planned_revision: number | null;
    /** Counts the sends that were begun; failures are watched from the one at which it last began. */
    claim_count: Generated<number>;
    watched_from: Generated<number>;
    scheduled_at: string | null;
    started_at: string | null;
    next_send_at: string | null;
    finished_at: string | null;
    created_at: string;
    updated_at: string;
  };
  catalog_items: {
    id: string;
    workspace_id: string;
    agent_id: string;
    name: string;
    description: string | null;
    price_cents: number;
    image_url: string | null;
    category: string | null;
    active: number;
    position: number;
    created_at: string;
    updated_at: string;
  };
  channels: {
    id: string;
    workspace_id: string;
    name: string;
    provider: string;
    driver: string;
    status: string;
    status_reason: string | null;
    phone_number: string | null;
    ai_agent_id: string | null;
    connected_at: string | null;
    last_inbound_at: string | null;
    deactivated_at: string | null;
    created_at: string;
    updated_at: string;
  };
  chat_template_syncs: {
    id: string;
    workspace_id: string;
    channel_id: string;
    status: string;
    added: Generated<number>;
    updated: Generated<number>;
    gone: Generated<number>;
    error: string | null;
    created_at: string;
    updated_at: string;
    finished_at: string | null;
  };
  chat_templates: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    channel_id: string;
    /** Null for local ones. */
    provider_id: string | null;
    name: string;
    language: string;
    category: string;
    status: string;
    reason: string | null;
    quality: string;
    local: number;
    components: string;
    sent_count: Generated<number>;
    delivered_count: Generated<number>;
    read_count: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  cloud_credentials: {
    channel_id: string;
    workspace_id: string;
    phone_number_id: string;
    waba_id: string;
    business_id: string | null;
    app_id: string | null;
    token_last4: string;
    /** The secrets as sealed JSON. */
    sealed: string;
    /** When the platform last proved that it reaches our webhook. */
    webhook_verified_at: string | null;
    /** The address under which it did. */
    webhook_url: string | null;
    created_at: string;
    updated_at: string;
  };
  console_sessions: {
    id: string;
    /** SHA-256 of the cookie's secret in hex. */
    hash: string;
    /** SHA-256 of the page's secret in hex. */
    page_hash: string;
    /** The workspace that this console looks at. */
    workspace_id: string;
    is_lan: number;
    user_agent: string;
    address: string;
    created_at: string;
    last_seen_at: string;
    expires_at: string;
  };
  contact_identities: {
    channel_id: string;
    scheme: string;
    value: string;
    workspace_id: string;
    contact_id: string;
    created_at: string;
  };
  contact_tags: {
    id: Generated<number>;
    workspace_id: string;
    tag_id: number;
    contact_seq: number;
  };
  contacts: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    /** E.164, a Brazilian mobile with its ninth digit; scheme:value while the provider hides the number. */
    phone: string;
    name: string | null;
    email: string | null;
    opted_out_at: string | null;
    created_at: string;
    updated_at: string;
    conversation_count: Generated<number>;
  };
  conversation_counters: {
    workspace_id: string;
    day: string;
    kind: string;
    count: number;
  };
  conversation_stages: {
    id: string;
    workspace_id: string;
    name: string;
    name_folded: string;
    color: string;
    created_at: string;
    updated_at: string;
  };
  conversation_totals: {
    workspace_id: string;
    status: string;
    count: number;
  };
  conversations: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    channel_id: string;
    contact_id: string;
    ai_agent_id: string | null;
    status: string;
    handoff_type: string | null;
    assigned_to: string | null;
    assigned_to_user_id: string | null;
    stage_id: string | null;
    unread_count: Generated<number>;
    last_message: string | null;
    last_message_at: string;
    last_inbound_at: string | null;
    created_at: string;
    updated_at: string;
  };
  crm_cards: {
    id: string;
    workspace_id: string;
    pipeline_id: string;
    stage_id: string;
    /** Fractional index: cards of a stage are ordered by it, byte by byte, and no two are equal. */
    order_key: string;
    title: string;
    value_cents: number | null;
    contact_phone: string | null;
    contact_name: string | null;
    conversation_id: string | null;
    lead_id: string | null;
    source: string;
    comment_count: Generated<number>;
    stage_entered_at: string;
    created_at: string;
    updated_at: string;
  };
  crm_events: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    pipeline_id: string;
    card_id: string;
    card_title: string;
    type: string;
    actor_source: string;
    actor_id: string | null;
    actor_name: string | null;
    from_stage_id: string | null;
    from_stage_name: string | null;
    to_stage_id: string | null;
    to_stage_name: string | null;
    /** JSON list of {field, from, to}. */
    changes: Generated<string>;
    comment: string | null;
    is_first_entry: number;
    outcome: string | null;
    open_delta: number;
    /** How long the card stood in from_stage; null when it did not leave it. */
    stay_ms: number | null;
    value_cents: number | null;
    card_source: string;
    card_age_ms: number;
    created_at: string;
  };
  crm_pipelines: {
    id: string;
    workspace_id: string;
    name: string;
    is_default: number;
    /** A deleted pipeline stays for its timeline. */
    deleted_at: string | null;
    created_at: string;
    updated_at: string;
  };
  crm_stages: {
    id: string;
    workspace_id: string;
    pipeline_id: string;
    name: string;
    name_folded: string;
    color: string;
    position: number;
    is_won: number;
    is_lost: number;
    /** Kept with every write of a card, so that the board need not count. */
    card_count: Generated<number>;
    card_total_cents: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  deliveries: {
    id: string;
    workspace_id: string;
    endpoint_id: string;
    event_id: string;
    event_type: string;
    is_test: Generated<number>;
    /** The JSON that is sent, so that every attempt sends the same bytes. */
    payload: string;
    status: string;
    attempts: Generated<number>;
    /** Attempts without those that somebody asked for: the place in the retry schedule. */
    scheduled_attempts: Generated<number>;
    /** Null when nothing is to be sent by itself any more. */
    next_attempt_at: string | null;
    last_status: number | null;
    error: string | null;
    delivered_at: string | null;
    created_at: string;
    updated_at: string;
  };
  delivery_attempts: {
    delivery_id: string;
    number: number;
    workspace_id: string;
    trigger: string;
    at: string;
    duration_ms: number;
    status: number | null;
    response_body: string | null;
    error: string | null;
  };
  events: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    type: string;
    source: string;
    actor_id: string | null;
    actor_name: string | null;
    occurred_at: string;
    data: string;
    previous: string | null;
  };
  files: {
    id: string;
    workspace_id: string;
    hash: string;
    content_type: string;
    size_bytes: number;
    file_name: string;
    kind: string;
    width: number | null;
    height: number | null;
    thumbnail_hash: string | null;
    created_at: string;
  };
  flow_counts: {
    flow_id: string;
    day: string;
    kind: string;
    step_id: string;
    workspace_id: string;
    count: number;
  };
  flow_decisions: {
    message_id: string;
    workspace_id: string;
    taken: number;
    created_at: string;
  };
  flow_intents: {
    seq: Generated<number>;
    workspace_id: string;
    conversation_id: string;
    message_id: string;
    text: string;
    created_at: string;
  };
  flow_runs: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    flow_id: string;
    version_id: string;
    /** Null for an event that tells of nobody. */
    conversation_id: string | null;
    /** What set it off, so that nothing sets off the same flow twice. */
    trigger_key: string;
    depth: number;
    state: string;
    step_id: string | null;
    step_count: number;
    variables: string;
    waiting: string | null;
    /** What the customer answered and the run has not taken yet. */
    answer: string | null;
    /** What is being done outside of the database (Pending). */
    effect: string | null;
    /** The message of an effect that sends. */
    message_id: string | null;
    due_at: string | null;
    reason: string | null;
    finished_at: string | null;
    created_at: string;
    updated_at: string;
  };
  flow_starts: {
    seq: Generated<number>;
    workspace_id: string;
    flow_id: string;
    conversation_id: string;
    trigger_key: string;
    variables: string;
    depth: number;
    created_at: string;
  };
  flow_versions: {
    id: string;
    workspace_id: string;
    flow_id: string;
    version: number;
    name: string;
    steps: string;
    created_at: string;
  };
  flows: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    ai_agent_id: string;
    name: string;
    trigger_type: string;
    /** The kind of an event trigger. */
    trigger_event: string | null;
    trigger: string;
    steps: string;
    version: number;
    is_on: number;
    archived_at: string | null;
    deleted_at: string | null;
    /** Up to which moment the schedule was looked at. */
    schedule_seen_at: string | null;
    created_at: string;
    updated_at: string;
  };
  gate_runs: {
    id: string;
    workspace_id: string;
    agent_id: string;
    hash: string;
    state: string;
    passed: number;
    failed: number;
    /** JSON. */
    cases: string;
    started_at: string;
    finished_at: string;
  };
  idempotency_keys: {
    workspace_id: string;
    caller: string;
    operation: string;
    value: string;
    fingerprint: string;
    state: string;
    status: number | null;
    headers: string | null;
    body: string | null;
    created_at: string;
  };
  integration_attempts: {
    job_id: string;
    number: number;
    workspace_id: string;
    at: string;
    duration_ms: number;
    request: string | null;
    response: string | null;
    error_code: string | null;
    error_message: string | null;
  };
  integration_bindings: {
    id: string;
    workspace_id: string;
    installation_id: string;
    event_name: string;
    action: string;
    /** What the action acts on: with the three before it, it is there once. */
    target: string;
    /** JSON. */
    config: string;
    active: number;
    disabled_reason: string | null;
    disabled_at: string | null;
    /** Jobs that failed on end. */
    failure_count: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  integration_installations: {
    id: string;
    workspace_id: string;
    connector: string;
    account: string | null;
    state: string;
    error_code: string | null;
    error_message: string | null;
    /** Sealed; null once disconnected. Sealed JSON (Kept); null once disconnected. */
    credentials: string | null;
    /** The SHA-256 of what stands in the private address of a feed. */
    feed_token_hash: string | null;
    checked_at: string | null;
    latency_ms: number | null;
    connected_at: string | null;
    disconnected_at: string | null;
    created_at: string;
    updated_at: string;
  };
  integration_jobs: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    installation_id: string;
    binding_id: string;
    event_id: string;
    event_name: string;
    action: string;
    resource_id: string;
    /** What acts on the same thing by the same action keeps its order, whichever kind of event it comes from. Jobs with the same one are done one after the other. */
    order_key: string;
    /** The event as JSON. */
    payload: string;
    status: string;
    attempts: Generated<number>;
    /** Attempts since the last retry by hand: the place in the schedule. */
    tries: Generated<number>;
    /** Whether an attempt has ended without telling what it did. */
    in_doubt: Generated<number>;
    /** Null while it runs and when nothing is done by itself any more. */
    next_attempt_at: string | null;
    error_code: string | null;
    error_message: string | null;
    reference: string | null;
    finished_at: string | null;
    created_at: string;
    updated_at: string;
  };
  jobs: {
    id: string;
    workspace_id: string | null;
    name: string;
    key: string | null;
    input: string;
    status: string;
    run_at: string;
    attempts: Generated<number>;
    owner: string | null;
    lease_until: string | null;
    progress: Generated<number>;
    error: string | null;
    created_at: string;
    updated_at: string;
    finished_at: string | null;
  };
  knowledge_bases: {
    id: string;
    workspace_id: string;
    name: string;
    name_folded: string;
    description: string | null;
    created_at: string;
    updated_at: string;
  };
  knowledge_chunks: {
    row: Generated<number>;
    id: string;
    workspace_id: string;
    source_id: string;
    heading_path: string;
    page: number | null;
    text: string;
    token_count: number;
  };
  knowledge_segments: {
    number: Generated<number>;
    workspace_id: string;
    source_id: string;
    generation: string;
    state: string;
    language: string | null;
    title: string;
    searchable: Generated<number>;
    chunk_count: Generated<number>;
    created_at: string;
  };
  knowledge_sources: {
    id: string;
    workspace_id: string;
    /** One of the two is null. */
    agent_id: string | null;
    base_id: string | null;
    kind: string;
    name: string;
    name_folded: string;
    title: string | null;
    url: string | null;
    /** The bytes of a text or a file; a URL keeps none. */
    file_id: string | null;
    enabled: Generated<number>;
    status: string;
    progress: Generated<number>;
    error_code: string | null;
    error_message: string | null;
    /** Of the chunks that can be found; null before the first indexing. */
    generation: string | null;
    content_type: string | null;
    size_bytes: number | null;
    content_hash: string | null;
    char_count: Generated<number>;
    chunk_count: Generated<number>;
    language: string | null;
    etag: string | null;
    last_modified: string | null;
    indexed_at: string | null;
    last_fetched_at: string | null;
    refresh_at: string | null;
    failed_fetches: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  knowledge_synonyms: {
    workspace_id: string;
    groups: string;
    updated_at: string;
  };
  knowledge_vectors: {
    row: number;
    workspace_id: string;
    model: string;
    dimension: number;
    vector: Buffer;
  };
  knowledge_vocabulary: {
    id: Generated<number>;
    workspace_id: string;
    word: string;
  };
  leads: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    ai_agent_id: string;
    phone: string;
    name: string | null;
    email: string | null;
    address: string | null;
    /** JSON. */
    tags: string;
    data: string;
    created_at: string;
    updated_at: string;
  };
  library_files: {
    workspace_id: string;
    id: string;
    name: string;
    url: string;
    content_type: string;
    kind: string;
    size_bytes: number;
    usage_count: number;
    last_used_at: string | null;
    created_at: string;
    updated_at: string;
  };
  login_links: {
    hash: string;
    expires_at: string;
  };
  message_reactions: {
    message_id: string;
    workspace_id: string;
    author: string;
    emoji: string;
    at: string;
  };
  messages: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    conversation_id: string;
    channel_id: string;
    provider_message_id: string | null;
    direction: string;
    author: string;
    author_id: string | null;
    type: string;
    content: string | null;
    file_id: string | null;
    template: string | null;
    reply_to_message_id: string | null;
    status: string;
    error: string | null;
    idempotency_key: string | null;
    correlation_id: string | null;
    sent_at: string | null;
    delivered_at: string | null;
    read_at: string | null;
    created_at: string;
    updated_at: string;
  };
  order_numbers: {
    workspace_id: string;
    last_number: number;
  };
  orders: {
    seq: Generated<number>;
    id: string;
    workspace_id: string;
    number: number;
    ai_agent_id: string;
    client_name: string;
    /** E.164. */
    client_phone: string;
    client_email: string | null;
    items: string;
    total_cents: number;
    delivery_fee_cents: number | null;
    payment_method: string | null;
    payment_status: string;
    address: string | null;
    notes: string | null;
    status: string;
    source: string;
    notification: string | null;
    /** The workspace's day on which it was made: what the reports group by. */
    created_day: string;
    created_at: string;
    updated_at: string;
  };
  platform_catalog_sync_items: {
    sync_id: string;
    item_id: string;
    name: string;
    state: string;
    error: string | null;
  };
  platform_catalog_syncs: {
    id: string;
    workspace_id: string;
    channel_id: string;
    catalog_id: string;
    agent_id: string;
    status: string;
    error: string | null;
    /** 1 at first, one more with each retry. */
    attempt: Generated<number>;
    started_at: string | null;
    finished_at: string | null;
    created_at: string;
    updated_at: string;
  };
  provider_events: {
    seq: Generated<number>;
    channel_id: string;
    workspace_id: string;
    kind: string;
    provider_id: string;
    payload: string;
    state: string;
    waits_for: string | null;
    attempts: Generated<number>;
    error: string | null;
    received_at: string;
  };
  qr_auth: {
    channel_id: string;
    type: string;
    id: string;
    sealed: string;
  };
  qr_journal: {
    channel_id: string;
    message_id: string;
    entry: string;
  };
  qr_sends: {
    channel_id: string;
    message_id: string;
    content: string;
    state: string;
    created_at: string;
  };
  quick_replies: {
    id: string;
    workspace_id: string;
    shortcut: string;
    /** The shortcut as it is compared and sorted: without case. */
    folded_shortcut: string;
    content: string;
    usage_count: Generated<number>;
    last_used_at: string | null;
    created_at: string;
    updated_at: string;
  };
  reply_counters: {
    workspace_id: string;
    agent_id: string;
    day: string;
    kind: string;
    count: number;
  };
  reply_questions: {
    workspace_id: string;
    agent_id: string;
    day: string;
    question_folded: string;
    question: string;
    count: number;
  };
  reply_states: {
    conversation_id: string;
    workspace_id: string;
    has_greeted: number;
    misses_in_a_row: number;
    /** Until then the customer knows that the shop is closed. */
    told_closed_until: string | null;
    /** The day on which the conversation was last counted. */
    counted_day: string | null;
    updated_at: string;
  };
  reply_traces: {
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string;
    /** What was answered: the id of a turn, or the key of a flow's step. */
    turn_key: string;
    message_id: string | null;
    kind: string;
    reason: string | null;
    summary: string | null;
    trace: string;
    created_at: string;
    updated_at: string;
  };
  reply_turns: {
    id: string;
    workspace_id: string;
    conversation_id: string;
    state: string;
    outcome: string | null;
    first_message_seq: number;
    last_message_seq: number;
    first_at: string;
    due_at: string;
    attempts: Generated<number>;
    /** The answer, once it is stored. */
    reply_message_id: string | null;
    created_at: string;
    updated_at: string;
  };
  schedules: {
    name: string;
    last_run_at: string;
  };
  sending_rules: {
    workspace_id: string;
    rules: string;
    updated_at: string;
  };
  settings: {
    key: string;
    value: string;
  };
  simulator_catalog_links: {
    channel_id: string;
    catalog_id: string;
  };
  simulator_messages: {
    seq: Generated<number>;
    channel_id: string;
    provider_message_id: string;
    /** The customer's number, E.164. */
    phone: string;
    from_customer: number;
    type: string;
    content: string | null;
    file_id: string | null;
    template: string | null;
    reply_to: string | null;
    status: string;
    reaction: string | null;
    at: string;
  };
  simulator_pairings: {
    channel_id: string;
    phone_number: string;
    paired_at: string;
  };
  simulator_phones: {
    channel_id: string;
    phone: string;
    online: number;
  };
  simulator_products: {
    channel_id: string;
    catalog_id: string;
    retailer_id: string;
    name: string;
    description: string | null;
    price_cents: number;
    image_url: string | null;
    available: number;
  };
  simulator_templates: {
    channel_id: string;
    name: string;
    language: string;
    provider_id: string;
    category: string;
    status: string;
    reason: string | null;
    quality: string;
    components: string;
  };
  subscriber_cursors: {
    name: string;
    seq: number;
  };
  suspect_work: {
    id: string;
    kind: string;
    key: string;
    deaths: number;
    last_died_at: string | null;
    set_aside_at: string | null;
  };
  tags: {
    id: Generated<number>;
    workspace_id: string;
    name: string;
    name_folded: string;
    color: string;
  };
  usage_counters: {
    workspace_id: string;
    kind: string;
    period: string;
    used: Generated<number>;
    warned: Generated<number>;
    exceeded: Generated<number>;
  };
  webhook_endpoints: {
    id: string;
    workspace_id: string;
    url: string;
    /** JSON array of event kinds. */
    events: string;
    description: string | null;
    active: Generated<number>;
    disabled_reason: string | null;
    disabled_at: string | null;
    failing_since: string | null;
    /** Sealed. */
    secret: string;
    /** JSON array of PreviousSecret, the newest first. */
    previous_secrets: Generated<string>;
    created_at: string;
    updated_at: string;
  };
  workspaces: {
    id: string;
    name: string;
    country: string;
    timezone: string;
    language: string;
    limits: Generated<string>;
    trial_ends_at: string | null;
    trial_locked: Generated<number>;
    created_at: string;
    updated_at: string;
  };
}
