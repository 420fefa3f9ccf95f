/** The schemas of the contract as one JSON Schema document (2020-12), for tools that know no OpenAPI. */
import { schemasWith } from './components.ts';

const base = 'urn:gift-voucher-business-api:1.0.0';

/** A name for each that stays the same wherever the file lies: `urn:gift-voucher-business-api:1.0.0:Order`. */
const idOf = (name: string): string => `${base}:${name}`;

/** `npm run build:schemas` writes it to `dist/contract.schema.json`. */
export const contractSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: base,
  title: 'Gift Voucher Business API 1.0.0',
  description: 'Resources, request bodies and error bodies, each under an id of its own.',
  $defs: Object.fromEntries(
    Object.entries(schemasWith(idOf)).map(([name, schema]) => [
      name,
      { $id: idOf(name), ...schema },
    ]),
  ),
};
