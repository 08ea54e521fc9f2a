import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './generated-files.ts';

/** `npm run models`: writes the types and methods of the client, which the console shares. */
for (const [file, text] of generatedFiles()) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
