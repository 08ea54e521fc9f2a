/**
 * Imports the modules that are named, and prints the regular expressions that code of `server/` puts together meanwhile
 * (a JSON array of texts). In a process of its own: what is loaded already builds nothing.
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
