// Plain JavaScript, since it is preloaded into every process and thread that the tests start (`preload.ts`): each would
// have to load what reads TypeScript.
import { registerHooks } from 'node:module';

/** Where `compiled-programs.ts` puts them. */
const folder = new URL('../../../node_modules/.cache/programs/server/', import.meta.url);
const program = /\/server\/(?:[\w-]+\/)*(main|cli|[\w-]+\.worker)\.ts$/;

// Runs the compiled form of a program of the server.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const name = program.exec(found.url)?.[1];
    return name === undefined
      ? found
      : { url: new URL(`${name}.js`, folder).href, format: 'module', shortCircuit: true };
  },
});
