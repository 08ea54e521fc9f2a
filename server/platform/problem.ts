/**
 * Every way a request can be refused: stable code, HTTP status and title. An operation declares which of these it may
 * return; the OpenAPI document is generated from this list.
 */
export const problems = {
  validation_failed: [400, 'The request is malformed'],
  unauthorized: [401, 'A valid API key is required'],
  invalid_token: [401, 'The API key is not valid'],
  insufficient_scope: [403, 'The API key lacks the scope'],
  owner_only: [403, 'Only the owner may do this, in the console or the shell'],
  login_refused: [401, 'The link or the passphrase is not good'],
  cross_origin: [403, 'The request comes from another site'],
  quota_exceeded: [403, 'The limit of the workspace is reached'],
  trial_locked: [403, 'The trial of the workspace has ended'],
  assistants_off: [403, 'Assistants are switched off'],
  assistant_not_allowed: [403, 'The owner does not allow assistants this'],
  outbound_not_allowed: [403, 'The address may not be reached from here'],
  not_found: [404, 'No such resource'],
  unknown_reference: [404, 'A referenced resource does not exist'],
  method_not_allowed: [405, 'The path has no such method'],
  request_timeout: [408, 'The request took too long to arrive'],
  idempotency_conflict: [409, 'The idempotency key was used for another request'],
  idempotency_interrupted: [409, 'The first request with this idempotency key was cut off'],
  idempotency_in_progress: [409, 'The first request with this idempotency key still runs'],
  precondition_failed: [412, 'The resource has changed since it was read'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The content type is not supported'],
  misdirected_request: [421, 'This server does not answer for that host'],
  rate_limited: [429, 'Too many requests'],
  operation_set_aside: [503, 'The server crashed on this: it is set aside for the caller'],
  headers_too_large: [431, 'The headers are too large'],
  internal_error: [500, 'Something went wrong here'],
  unavailable: [503, 'Not available right now'],
  storage_full: [507, 'The disk is full'],

  name_taken: [409, 'The name is in use'],
  id_taken: [409, 'The id is in use'],
  shortcut_taken: [409, 'The shortcut is in use'],
  stage_in_use: [409, 'Conversations stand in the stage'],
  invalid_transition: [422, 'The status cannot change that way'],
  invalid_color: [422, 'Not a colour'],
  window_closed: [409, 'The messaging window is closed'],
  conversation_exists: [409, 'There is an open conversation with this contact'],
  template_unusable: [409, 'The template cannot be sent'],
  channel_deactivated: [409, 'The channel is deactivated'],
  channel_not_connected: [503, 'The channel is not connected'],
  sending_paused: [503, 'Sending is paused'],
  provider_unreachable: [503, 'The provider cannot be reached'],
  provider_failed: [502, 'The provider answered with a failure'],
  media_unavailable: [400, 'The media cannot be fetched'],
  unknown_event: [422, 'There is no such event kind'],
  unknown_action: [422, 'The connector has no such action'],
  config_invalid: [422, 'The configuration does not fit the action'],
  binding_exists: [409, 'The event already acts there'],
  binding_disabled: [409, 'The binding is switched off'],
  installation_disconnected: [422, 'The connection was ended'],
  credentials_refused: [422, 'The other side refused the credentials'],
  connector_failed: [502, 'The other side failed'],
  demo_exists: [409, 'There is a demo shop already'],
  not_retryable: [409, 'This cannot be sent again'],
  endpoint_disabled: [409, 'The endpoint is switched off'],
  too_many: [422, 'There are as many as there may be'],
  too_much_work: [422, 'The request needs too much work at once'],

  library_full: [409, 'The library has no room for more entries'],

  content_taken: [409, 'The content is there already'],
  url_taken: [409, 'The URL is there already'],
  indexing_running: [409, 'The source is being indexed'],
  base_not_empty: [409, 'The knowledge base has sources'],

  default_pipeline: [400, 'The default pipeline cannot be deleted'],
  pipeline_not_empty: [400, 'The pipeline holds cards'],
  stage_not_empty: [400, 'The stage holds cards'],
  last_stage: [400, 'The last stage of a pipeline cannot be deleted'],
  move_between_pipelines: [400, 'Cards do not move between pipelines'],
  not_neighbours: [400, 'The cards are not neighbours in the stage'],
  stage_not_in_pipeline: [422, 'The stage belongs to another pipeline'],
  stage_name_taken: [422, 'A stage of the pipeline has this name'],

  agent_archived: [409, 'The agent is archived'],
  agent_has_data: [409, 'The agent has business data'],
  gate_failed: [409, 'The agent did not pass its tests'],
  no_text: [400, 'No text can be read in it'],
  no_items: [400, 'No line of it has a price'],
  model_not_configured: [409, 'No language model is configured'],
  model_failed: [502, 'The language model gave no usable answer'],

  flow_not_active: [409, 'The flow is not active'],
  flow_run_active: [409, 'A run goes on in the conversation'],

  campaign_not_editable: [409, 'The campaign cannot be changed any more'],
  campaign_not_startable: [409, 'The campaign cannot be started'],
  contact_opted_out: [409, 'The contact wants no campaigns'],

  total_mismatch: [400, 'The total is not that of the items'],
  slot_taken: [409, 'The slot is taken'],

  provider_refused: [400, 'The provider refused it'],
  channel_unsupported: [400, 'The channel has no such thing'],
  channel_in_use: [409, 'The channel has conversations'],
  sync_running: [409, 'A sync is running'],
  catalog_linked: [409, 'Another catalog is linked'],
  catalog_not_linked: [409, 'No catalog is linked'],

  number_taken: [409, 'Another channel speaks for the number'],
  verification_failed: [403, 'The verify token is not ours'],

  addon_missing: [409, 'An add-on is not installed'],
  last_owner: [409, 'An owner must remain'],
  backup_unusable: [422, 'The backup cannot be used'],

  join_not_undoable: [409, 'The merge cannot be undone any more'],
  contact_exists: [409, 'There is a contact with this number'],
  lead_exists: [409, 'The agent has a lead with this number'],
  acknowledgement_required: [428, 'The export must be acknowledged'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problems;

/** One fault of the request: `field` is a path such as `body.items[2].name`. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
  /** For a text that is too long: its limit and its length. */
  limit?: number;
  length?: number;
}

export interface ProblemDetails {
  errors?: FieldError[];
  /** Extension members of the problem document, such as the id of the conflicting resource. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A refusal that is reported to the caller. Any other error becomes a 500 without details. */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** HTTP status, unless the operation maps the code to another one (`statuses`). */
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, detail?: string, details: ProblemDetails = {}) {
    super(detail ?? problems[code][1]);
    this.code = code;
    this.status = problems[code][0];
    this.details = details;
  }
}

/** A 400 about one field. */
export function invalid(field: string, message: string, code = 'invalid'): Problem {
  return new Problem('validation_failed', message, { errors: [{ field, code, message }] });
}

/** A 404 about a field that refers to something outside this workspace. */
export function unknownReference(field: string, message: string): Problem {
  return new Problem('unknown_reference', message, { errors: [{ field, code: 'unknown_reference', message }] });
}
