import { openParentPipe } from '../../platform/running/child-process.ts';
import { muteProcess } from './client/mute-process.ts';
import { runClient } from './client/run-client.ts';

muteProcess();
await runClient(process, await openParentPipe(process));
