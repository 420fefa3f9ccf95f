/** §6, §7 Webhook errors. */
import { field, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { errors } from '../../schemas/resources/errors.ts';
import { route, routeById } from '../../schemas/routes.ts';
import { expectError, isError } from '../errors/judgements.ts';
import { isStatusOf, type Judgement, type Judgements } from '../../harness/run/judgement.ts';

const changes = [route.updateWebhook, route.deleteWebhook];

/** Returns true for a rejection of the caller's address, which has the same status (§5.3). */
const isAddressRefused = (exchange: Exchange): boolean =>
  field(exchange, 'error') === errors.ipNotAllowed.error;

/** Returns true if a webhook route succeeds, or rejects a request for a reason that only webhooks have. */
const showsWebhooks = (exchange: Exchange): boolean => {
  const { status } = exchange.response;
  const webhookErrors = [errors.foreignWebhook.error, errors.unknownWebhook.error];
  return (
    routeById(exchange.route)?.resource === 'webhooks' &&
    (isSuccess(exchange) ||
      [400, 422, 500].includes(status) ||
      webhookErrors.some(error => error === field(exchange, 'error')))
  );
};

const skipWithoutWebhooks: Judgement['skipWhen'] = all =>
  all.some(showsWebhooks)
    ? undefined
    : 'no response shows that the account has webhooks: its plan may not include them';

const foreign = isError(errors.foreignWebhook, ...changes);

export const webhooks: Judgements = {
  'webhooks.foreign': {
    ...foreign,
    appliesTo: exchange => foreign.appliesTo(exchange) && !isAddressRefused(exchange),
    skipWhen: skipWithoutWebhooks,
  },
  'webhooks.unknown': {
    ...isError(errors.unknownWebhook, ...changes),
    skipWhen: skipWithoutWebhooks,
  },
  'webhooks.registration-failure': {
    appliesTo: isStatusOf(errors.webhookNotRegistered.status, route.createWebhook),
    verify: exchange => expectError(exchange, errors.webhookNotRegistered),
  },
};
