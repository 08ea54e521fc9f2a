import { writeFileSync } from 'node:fs';
import { readColumns } from './read-columns.ts';
import { readSchema } from './read-schema.ts';

/** `npm run schema`: writes down what the migrations make, so that a change shows in a review and in the types of queries. */
writeFileSync(new URL('./schema.sql', import.meta.url), readSchema());
writeFileSync(new URL('../server/platform/database/columns.ts', import.meta.url), readColumns());
