/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** What kind of message it is; `message` unless the stream says otherwise. */
  event: string;
  /** Where a reader that has it resumes; null if the message names no place. */
  id: string | null;
  data: string;
}

/**
 * Yields the messages of a stream until it ends or breaks off; `onBytes` is called whenever anything arrives, heartbeats
 * included.
 */
export async function* readStream(
  bytes: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done) return;
    onBytes();
    pending += decoder.decode(value, { stream: true });
    const blocks = pending.split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) yield readBlock(block);
  }
}

function readBlock(block: string): StreamMessage {
  const message: StreamMessage = { event: 'message', id: null, data: '' };
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'event' || name === 'id') message[name] = value;
    else if (name === 'data') message.data += message.data === '' ? value : `\n${value}`;
  }
  return message;
}
