/** Secrets that must never be logged: our keys, webhook secrets, bearer tokens and vendors' keys. */
const secrets = /fd_live_[A-Za-z0-9_]+|whsec_[A-Za-z0-9+/=]+|Bearer\s+\S+|EAA[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{16,}/g;
/** User and password in a URL. */
const users = /(?<=\b[a-z][a-z\d+.-]{1,20}:\/\/)[^\s/?#@"']{1,200}@/gi;
/** Query parameters that contain credentials. */
const parameters =
  /(?<=[?&;](?:[\w-]{0,30}(?:token|secret|password|passphrase|signature|credential|api_?-?key)|auth|key|sig|code|jwt|pass|pwd)=)[^\s&#"'<>]+/gi;

/** Replaces everything that looks like a secret. */
export function redact(text: string): string {
  return text.replace(secrets, '[secret]').replace(users, '[secret]@').replace(parameters, '[secret]');
}
