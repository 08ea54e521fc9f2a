import { muteProcess } from './mute-process.ts';
import { serveClient } from './serve-client.ts';

muteProcess();
await serveClient(process);
