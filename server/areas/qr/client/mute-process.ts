/**
 * Silences the console of this process. The client's cryptographic library prints session objects with private keys in
 * them; this runs before that library is imported.
 */
export function muteProcess(): void {
  const silent = () => {};
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
    console[name] = silent;
}
