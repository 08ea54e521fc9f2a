/** Lets the processes and threads that this one starts from now on load a module before their own. */
export function preload(module: URL): void {
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${module}`.trim();
}
