import { writeFileSync } from 'node:fs';
import { readSchema } from './read-schema.ts';

/** `npm run schema`: writes down what the migrations make, so that a change of the schema shows in a review. */
writeFileSync(new URL('./schema.sql', import.meta.url), readSchema());
