/**
 * Silences the console of this process, since the client's cryptographic library prints session objects with private
 * keys. Must run before that library is imported.
 */
export function muteProcess(): void {
  const silent = () => {};
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
    console[name] = silent;
}
