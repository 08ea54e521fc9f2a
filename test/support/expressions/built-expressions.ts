/**
 * Imports the given modules and prints the regular expressions that code of `server/` builds meanwhile (a JSON array of
 * texts). Runs in its own process, since a module that is already loaded builds nothing.
 */
const built = new Set<string>();
const Original = globalThis.RegExp;

globalThis.RegExp = new Proxy(Original, {
  construct(target, given, made) {
    const expression = Reflect.construct(target, given, made === globalThis.RegExp ? target : made) as RegExp;
    const [, , caller = ''] = (new Error().stack ?? '').split('\n');
    if (caller.includes('/server/') && !caller.includes('/node_modules/')) built.add(String(expression));
    return expression;
  },
});

for (const module of process.argv.slice(2)) await import(module);
console.log(JSON.stringify([...built]));
