// Plain JavaScript, which node reads without help: from here on, TypeScript is loaded.
import { fileURLToPath } from 'node:url';

// Its cache lies in the temporary directory under a known name, and tsx does not look who owns it: another user could put code there.
process.env.TSX_DISABLE_CACHE = '1';
try {
  await import('tsx');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const clone = fileURLToPath(new URL('..', import.meta.url));
  console.error(`The suite is not installed yet: run npm ci in ${clone}, then this command again.`);
  process.exit(3);
}
await import('./gv.ts');
