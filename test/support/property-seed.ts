import fc from 'fast-check';

// A landing is decided by what was changed, not by luck: CI repeats the same cases, other runs look for new ones.
if (process.env.CI) fc.configureGlobal({ seed: 20261121 });
