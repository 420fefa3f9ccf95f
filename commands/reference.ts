/** `npm run reference`: starts the embedded reference, prints its settings and then each request. */
import { parseArgs } from 'node:util';
import { startReference } from '../fixtures/reference/server.ts';
import type { Patch } from '../fixtures/reference/types.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    prefix: { type: 'string', default: '' },
    sync: { type: 'boolean', default: false },
  },
});
const synchronous: Patch = {
  rules: rules => {
    rules.orders.mode = 'sync';
  },
};

const reference = await startReference({
  port: Number(values.port),
  prefix: values.prefix,
  patches: values.sync ? [synchronous] : [],
  onRequest: ({ method, url, keyRole, status }) =>
    console.log(`${status} ${method} ${url} (${keyRole})`),
});
console.log(`Reference at ${reference.baseUrl}\n`);
for (const [name, value] of Object.entries(reference.settings)) {
  console.log(/^[\w.:/@,-]*$/.test(value) ? `${name}=${value}` : `${name}='${value}'`);
}
console.log('');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void reference.close());
}
