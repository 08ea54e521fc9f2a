import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const opcodes = { binary: 2, close: 8, ping: 9, pong: 10 };

/** The server's side of one web socket (RFC 6455): whole binary messages, no extensions. Emits `message` and `close`. */
export class ServerSocket extends EventEmitter<{ message: [Buffer]; close: [] }> {
  readonly #stream: Duplex;
  #buffer = Buffer.alloc(0);

  constructor(request: IncomingMessage, stream: Duplex) {
    super();
    this.#stream = stream;
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${magic}`).digest('base64');
    const upgrade = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    stream.write(`${[...upgrade, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`);
    stream.on('data', (chunk: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      while (this.#takeFrame());
    });
    stream.on('error', () => {});
    stream.on('close', () => this.emit('close'));
  }

  send(bytes: Uint8Array): void {
    this.#write(opcodes.binary, bytes);
  }

  close(): void {
    this.#write(opcodes.close, Buffer.alloc(0));
    this.#stream.end();
  }

  /** Drops the connection without a close frame. */
  terminate(): void {
    this.#stream.destroy();
  }

  #write(opcode: number, bytes: Uint8Array): void {
    const { length } = bytes;
    const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    header[0] = 0x80 | opcode;
    header[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
    if (header.length === 4) header.writeUInt16BE(length, 2);
    if (header.length === 10) header.writeBigUInt64BE(BigInt(length), 2);
    if (this.#stream.writable) this.#stream.write(Buffer.concat([header, bytes]));
  }

  /** Removes one complete frame from the buffer, if present. Frames of clients are masked. */
  #takeFrame(): boolean {
    const buffer = this.#buffer;
    if (buffer.length < 2) return false;
    const short = (buffer[1] as number) & 0x7f;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (buffer.length < start + 4) return false;
    const length = short < 126 ? short : short === 126 ? buffer.readUInt16BE(2) : Number(buffer.readBigUInt64BE(2));
    const end = start + 4 + length;
    if (buffer.length < end) return false;
    const mask = buffer.subarray(start, start + 4);
    const bytes = Buffer.from(buffer.subarray(start + 4, end));
    for (let index = 0; index < bytes.length; index++)
      bytes[index] = (bytes[index] as number) ^ (mask[index % 4] as number);
    this.#buffer = buffer.subarray(end);
    this.#receive((buffer[0] as number) & 0x0f, bytes);
    return true;
  }

  #receive(opcode: number, bytes: Buffer): void {
    if (opcode === opcodes.binary) this.emit('message', bytes);
    else if (opcode === opcodes.ping) this.#write(opcodes.pong, bytes);
    else if (opcode === opcodes.close) this.close();
  }
}
