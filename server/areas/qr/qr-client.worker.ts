import { openParentPipe } from '../../platform/running/child-process.ts';
import { muteProcess } from './client/mute-process.ts';
import { serveClient } from './client/serve-client.ts';

muteProcess();
await serveClient(process, await openParentPipe(process));
