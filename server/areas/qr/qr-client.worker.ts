import { openParentPipe } from '../../platform/child-process.ts';
import { muteProcess } from './mute-process.ts';
import { serveClient } from './serve-client.ts';

muteProcess();
await serveClient(process, await openParentPipe(process));
