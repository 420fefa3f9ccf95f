/** JSON Schema of what it takes to judge a result again. */
import { requirementIds } from '../../requirements/index.ts';
import { closed, count, ids, text } from './parts.ts';
import { errorKinds } from '../transcript.ts';

const call = {
  anyOf: [
    text,
    closed({ request: text, exchange: text }),
    closed({
      request: text,
      error: closed(
        { kind: { enum: errorKinds }, message: text },
        { reportedBy: { enum: requirementIds } },
      ),
    }),
  ],
};

export const replay = closed({
  settings: { type: 'object' },
  nonce: text,
  stages: { type: 'array', items: closed({ checks: ids, exchanges: count }) },
  parts: {
    type: 'object',
    additionalProperties: closed(
      { calls: { type: 'array', items: call } },
      { times: { type: 'array', items: { type: 'number' } } },
    ),
  },
});
