/** Measures on the reference which checks use each request of a run, so that a plan can count the requests of any selection. */
import type { Context, Definition } from '../harness/run/context.ts';
import type { RequestsOf } from '../contract/setup/requests.ts';
import { isRole, keySettings } from '../harness/config/keys.ts';
import { group } from '../schemas/group.ts';
import type { Exchange } from '../schemas/records/exchange.ts';
import { routeById } from '../schemas/routes.ts';
import type { Need } from '../schemas/statement.ts';
import { checksOf, judgeDeployment, startHost } from './matrix/host.ts';
import { startVirtualTime } from './matrix/virtual-time.ts';

/** Records which checks use each exchange. What several checks share belongs to each of them. */
function watchUsers() {
  const users = new Map<Exchange, Set<string>>();
  const use = (id: string, exchange: Exchange) => {
    const own = users.get(exchange) ?? new Set();
    for (const each of checksOf(id)) own.add(each);
    users.set(exchange, own);
  };
  const contextOf = (context: Context, { id }: Pick<Definition, 'id'>): Context => ({
    ...context,
    api: {
      ...context.api,
      async send(route, options) {
        const exchange = await context.api.send(route, options);
        use(id, exchange);
        return exchange;
      },
    },
  });
  return { users, contextOf };
}

/** Returns the number of requests for each set of checks that use the same requests. Probes of limiters are left out. */
export async function measureRequests(): Promise<readonly RequestsOf[]> {
  const host = await startHost(startVirtualTime());
  const { users, contextOf } = watchUsers();
  const permitted = {
    GV_ALLOW: 'write,spend',
    GV_MAX_SPEND: '50000 GBP, 50000 EUR, 50000 USD',
  };
  await judgeDeployment(
    host,
    { id: 'plain', patches: [] },
    settings => ({ ...settings, ...permitted }),
    { contextOf },
  );
  await host.close();
  const seen = new Set<string>();
  const rows = [...users].map(([exchange, ids]) => {
    const { key, request } = exchange;
    const what = JSON.stringify([key, request.method, request.url, request.body]);
    const isRepeated = seen.has(what);
    seen.add(what);
    return { needs: needsOf(exchange, isRepeated), of: [...ids].toSorted().join(' ') };
  });
  return [...group(rows, row => JSON.stringify(row)).values()]
    .map(all => ({ ...all[0], requests: all.length }))
    .toSorted((a, b) => a.of.localeCompare(b.of));
}

/** Returns the conditions of a request. A run that buys nothing repeats no request, because no read becomes stale. */
function needsOf({ route, key }: Exchange, isRepeated: boolean): Need[] {
  const { effect, family } = routeById(route) ?? { effect: 'spend', family: 'business' };
  const permission = isRepeated ? 'spend' : effect;
  const setting = isRole(key) && key !== 'business' ? keySettings[key] : undefined;
  return [
    ...(permission === 'read' ? [] : [permission]),
    ...(family === 'business' || setting === keySettings.automation
      ? []
      : [keySettings.automation]),
    ...(setting === undefined ? [] : [setting]),
  ];
}
