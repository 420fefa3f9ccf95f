/** Measures on the reference which checks use each request of a run, so that a plan can count the requests of any selection. */
import type { RequestsOf } from '../contract/setup/requests.ts';
import { isRole, keySettings } from '../harness/config/keys.ts';
import { group } from '../schemas/group.ts';
import type { Exchange } from '../schemas/records/exchange.ts';
import { routeById } from '../schemas/routes.ts';
import type { Need } from '../schemas/statement.ts';
import { startHost } from './matrix/host.ts';
import { startVirtualTime } from './matrix/virtual-time.ts';

/** Returns the number of requests for each set of checks that use the same requests. Probes of limiters are left out. */
export async function measureRequests(): Promise<readonly RequestsOf[]> {
  const host = await startHost(startVirtualTime());
  await host.close();
  const seen = new Set<string>();
  const rows = [...host.usersOf].map(([exchange, ids]) => {
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
