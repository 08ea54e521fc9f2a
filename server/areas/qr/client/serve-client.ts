import type { ParentPipe } from '../../../platform/running/child-process.ts';
import { Peer } from '../ipc.ts';
import { clientCalls, serverCalls } from '../protocol.ts';

/**
 * The client process of one channel: it answers to the server and ends when the server has gone. An error that nobody
 * caught ends it without a word, since the error could carry keys; the server then starts it again.
 */
export async function serveClient(child: NodeJS.Process, pipe: ParentPipe): Promise<void> {
  pipe.onGone(() => child.exit(0));
  child.on('uncaughtException', () => child.exit(1));
  // The library leaves queries behind that fail when a connection closes: that is no reason to end.
  child.on('unhandledRejection', () => {});
  const { QrClient } = await import('./qr-client.ts');
  const client = new QrClient();
  const peer = new Peer(pipe, { own: clientCalls, theirs: serverCalls }, client.handlers);
  client.server = peer;
}
