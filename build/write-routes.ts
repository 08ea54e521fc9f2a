import { writeFileSync } from 'node:fs';
import { consoleRoutes, routesFile } from './console-routes.ts';

/** `npm run routes`: writes down where the operations lie that the console calls. */
writeFileSync(routesFile, consoleRoutes());
