/** §2.9 Automation integration status. */
import { bodyOf, field, has, type Exchange } from '../../schemas/records/exchange.ts';
import { integrationStatus } from '../../schemas/resources/automation.ts';
import { route } from '../../schemas/routes.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectUnwrapped } from '../errors/judgements.ts';
import { fieldsOf, isSuccessOf, type Judgements } from '../../harness/run/judgement.ts';

const isReported = isSuccessOf(route.status);
const isUnconfigured = (exchange: Exchange): boolean => field(exchange, 'configured') === false;

/**
 * Returns true for a status without `success` false. `success` may be false if no integration is configured, because the table states
 * only that it is a boolean.
 */
const about = (exchange: Exchange): boolean =>
  isReported(exchange) && (field(exchange, 'success') !== false || isUnconfigured(exchange));

export const status: Judgements = {
  'status.fields': {
    appliesTo: about,
    parts: fieldsOf(integrationStatus),
    verify: (exchange, _given, name) => {
      expect([bodyOf(exchange)]).toHaveField(integrationStatus, name);
      if (name === 'success' && !isUnconfigured(exchange))
        expect(field(exchange, name), name).toBe(true);
    },
  },
  'status.no-wrapper': {
    appliesTo: about,
    verify: expectUnwrapped(['action', 'data']),
  },
  'status.unconfigured': {
    appliesTo: exchange => isReported(exchange) && isUnconfigured(exchange),
    verify: exchange => expect(has(exchange, 'webhookUrl'), 'has a webhookUrl').toBe(false),
  },
};
