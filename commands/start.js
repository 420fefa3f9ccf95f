// Plain JavaScript, which node reads without help: from here on, TypeScript is loaded.
import 'tsx';
await import('./gv.ts');
