import type { ParentPipe } from '../../../platform/running/child-process.ts';
import { Peer } from '../ipc.ts';
import { clientCalls, serverCalls } from '../protocol.ts';

/**
 * Runs the client process of one channel: serves the server's calls and ends with the server. An uncaught error ends it
 * without output, since the error could contain keys; the server then starts it again.
 */
export async function runClient(child: NodeJS.Process, pipe: ParentPipe): Promise<void> {
  pipe.onGone(() => child.exit(0));
  child.on('uncaughtException', () => child.exit(1));
  // Queries that the library leaves pending reject when a connection closes; that must not end the process.
  child.on('unhandledRejection', () => {});
  const { QrClient } = await import('./qr-client.ts');
  const client = new QrClient();
  const peer = new Peer(pipe, { own: clientCalls, theirs: serverCalls }, client.handlers);
  client.server = peer;
}
