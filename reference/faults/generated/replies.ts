/** Operators on whole responses: another status, another error text, another content type. */
import { onReply } from '../../patches.ts';
import type { RouteName } from '../../routes/index.ts';
import type { Patch, Reply } from '../../types.ts';
import { type Response, shortName, unshown } from './responses.ts';

/** Broken response or rule: the operator, the place that it breaks, and the patch. */
export interface Broken {
  readonly operator: string;
  /** Name of the response, or route of the rule. */
  readonly response: string;
  /** Field, rule or route. Empty for a whole response. */
  readonly place: string;
  readonly routes: readonly RouteName[];
  readonly patch: Patch;
}

const onResponse = (
  { includes, world = {} }: Response,
  routes: readonly RouteName[],
  change: (reply: Reply) => unknown,
): Patch => ({
  ...world,
  ...onReply(routes, (reply, request) => void (includes(reply, request) && change(reply))),
});

const withError = (reply: Reply, change: (error: string) => string): void => {
  const body = reply.body as { error: string };
  reply.body = { ...body, error: change(body.error) };
};

const isShown = ({ name }: Response): boolean => !unshown.includes(name);

/** Returns statuses that are wrong for a response. */
function wrongStatuses(response: Response): number[] {
  const { status } = response.seen[0]!;
  const all = response.isError ? [200, 400, 401, 403, 404, 500] : [200, 201, 500];
  return all.filter(
    each => each !== status && (each >= 400 || response.isError || isShown(response)),
  );
}

/** Returns the ways to break a whole response. What several routes share is also broken on each of them alone. */
export function brokenReplies(response: Response): Broken[] {
  const { name, routes, isError } = response;
  const broken = (operator: string, change: (reply: Reply) => unknown, on = routes): Broken => ({
    operator,
    response: name,
    place: on === routes ? '' : `on ${shortName(on[0]!)}`,
    routes: on,
    patch: onResponse(response, on, change),
  });
  const withStatus = (status: number, on = routes) =>
    broken(`other-status-${status}`, reply => (reply.status = status), on);
  const statuses = wrongStatuses(response);
  const alone = routes.length > 1 ? routes.map(route => [route]) : [];
  return [
    ...statuses.map(status => withStatus(status)),
    ...alone.map((on, at) => withStatus(statuses[at % statuses.length]!, on)),
    broken('other-content-type', reply => (reply.headers['content-type'] = 'text/html')),
    ...(isError
      ? [
          broken('other-error-text', reply => withError(reply, () => 'You cannot do this')),
          broken('error-text-and-more', reply => withError(reply, text => `${text}.`)),
        ]
      : []),
  ];
}
