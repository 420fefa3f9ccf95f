/** §7 Errors of all business routes. */
import { own } from '../../harness/run/own.ts';
import type { CaseItem, CheckContext, Context } from '../../harness/run/context.ts';
import { observation, requirement } from '../requirement.ts';
import { askOrder, askRequest } from '../steps/settings.ts';
import { badKeys } from '../auth/bad-keys.ts';
import { sendWithGoodKey } from '../steps/keys.ts';
import { unwrappedSuccesses } from './judgements.ts';
import { field, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';

interface Source extends CaseItem {
  readonly read: () => Promise<Exchange>;
}

/** Unknown and malformed ids. */
const badIds = [
  {
    route: route.orderRequest,
    bound: 'GV_ORDER_REQUEST_INVALID',
    find: (context: Context) => own(context, 'GV_ORDER_REQUEST_INVALID'),
    ask: askRequest,
  },
  {
    route: route.orderRequest,
    bound: 'GV_ORDER_REQUEST_UNKNOWN',
    find: (context: Context) => own(context, 'unknown request'),
    ask: askRequest,
  },
  {
    route: route.order,
    bound: 'GV_ORDER_UNKNOWN',
    find: (context: Context) => own(context, 'GV_ORDER_UNKNOWN'),
    ask: askOrder,
  },
] as const;

/** Returns errors that a run provokes anyway. The errors of other checks are judged as well. */
const provoked = (context: Context): Source[] => [
  ...Object.values(badKeys)
    .flat()
    .map(({ send, ...about }) => ({ ...about, read: () => send(context) })),
  ...badIds.map(({ ask, find, ...about }) => ({
    ...about,
    id: `${about.route.id}, ${about.bound}`,
    read: async () => ask(context, find(context)),
  })),
];

const judgeErrors = (context: CheckContext): Promise<void> =>
  context.each(provoked(context), async ({ read }) => {
    const exchange = await read();
    if (exchange.response.status >= 400) context.judge(exchange);
  });

requirement('errors.business', judgeErrors);
requirement('errors.no-wrapper', judgeErrors);
requirement('errors.json', judgeErrors);

requirement('errors.unwrapped-success', async context => {
  await context.each(unwrappedSuccesses, async to => {
    const exchange = await sendWithGoodKey(context, to);
    if (isSuccess(exchange)) context.judge(exchange);
  });
});

const optional = ['message', 'reason', 'validEvents', 'details'];

observation('errors.optional-fields', async context => {
  await context.each(provoked(context), async ({ read }) => {
    const exchange = await read();
    const fields = optional.filter(name => field(exchange, name) !== undefined);
    const { status } = exchange.response;
    if (status >= 400 && fields.length > 0)
      context.observe('errors.optional-fields', { status, fields });
  });
});
