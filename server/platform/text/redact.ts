/** Secrets that must never be logged: our keys, webhook secrets, bearer tokens and vendors' keys. */
const secrets = /fd_live_[A-Za-z0-9_]+|whsec_[A-Za-z0-9+/=]+|Bearer\s+\S+|EAA[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{16,}/g;

/** Replaces everything that looks like a secret. */
export function redact(text: string): string {
  return text.replace(secrets, '[secret]');
}
