import type { Statements } from '../../schemas/statement.ts';

/** §1 Operations of the service, §9 Versioning. */
export const service = {
  'service.routes': {
    anchor: '§1, §4, §9',
    text: 'Every route that only reads answers 200 under its versioned prefix',
    implied: false,
    effect: 'spend',
    uses: ['succeeded request'],
    stage: 'made',
  },
  'service.json': {
    anchor: '§4',
    text: 'Every successful response is JSON and declares it in its content type',
    implied: '§4: responses are JSON, and a client reads the body according to its content type',
    effect: 'spend',
    stage: 'made',
    uses: ['single order', 'bulk order', 'succeeded request', 'full voucher', 'full bulk'],
  },
  'service.environments': {
    anchor: '§1',
    text: 'Sandbox and production are two environments, each with its own base address',
    untestable: 'A run has one base address and cannot tell which environment answers there',
  },
  'service.description-version': {
    anchor: '§9',
    text: 'The interface description carries version 1.0.0',
    untestable: 'No route serves the description. Our OpenAPI document has this version',
  },
  'service.deprecation': {
    anchor: '§9',
    text: 'Deprecation policy and compatibility guarantees are not shown',
    untestable: 'Nothing is promised, and one run sees only one version',
  },
} as const satisfies Statements;
