// How Node runs the compiled server, under `npm start` and in the desktop program.

/**
 * A young generation of 4 MiB: V8's own choice keeps tens of megabytes of garbage in an idle process. Figures:
 * `npm run bench -- start`.
 */
export const nodeOptions = ['--max-semi-space-size=4'];

/**
 * Lets Node keep the compiled code of modules in `folder`, which saves it from compiling them at each start.
 * @param {string} folder
 */
export const compileCache = (folder) => ({ NODE_COMPILE_CACHE: folder });
