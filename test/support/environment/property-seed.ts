import fc from 'fast-check';

// CI must depend on the change alone, so it repeats the same cases; other runs explore new ones.
if (process.env.CI) fc.configureGlobal({ seed: 20261121 });
