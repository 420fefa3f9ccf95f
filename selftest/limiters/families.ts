/** Families of honest deployments: what stands beside, before or behind three separate limiters, and what these are. */
import {
  doubling,
  fixedWindow,
  replicas,
  shared,
  slidingCounter,
  type Decision,
  type Limiter,
} from '../../fixtures/testing/simulated-limiters.ts';
import { limiterNames, routes, type LimiterName } from '../../schemas/routes.ts';
import {
  made,
  plain,
  plainKinds,
  three,
  windows,
  type Deployment,
  type Made,
  type Truth,
} from './deployments.ts';
import {
  forgetful,
  inFlight,
  laggingNodes,
  leakyQueue,
  mitigation,
  stepRefill,
  variedWindows,
  type Layer,
  type Random,
} from './simulated.ts';

/** Rejects a part of all requests, because a gateway has other callers. */
const atRandom =
  (random: Random, part: number): Limiter =>
  now => {
    const [retryAt, resetAt] = [now + 1000, now + 1000];
    return { admitted: !random.chance(part), limit: 0, remaining: 0, retryAt, resetAt };
  };

/** A layer over all routes. */
const overAll = (
  limiter: Limiter,
  headers: NonNullable<Layer['headers']>,
  body: string,
): Layer => ({ limiter, of: 'all', headers, body });

/** Adds the numbers of the limiter over all routes: a finding may be about it. */
const orOf = (own: Deployment, { truth }: Made): Deployment => ({
  ...own,
  truths: Object.fromEntries(
    limiterNames.map(name => [name, [...(own.truths[name] ?? []), truth]]),
  ),
});

/** One more limiter over all routes. */
function withGlobal(random: Random, ratio: number): Deployment {
  const limit = random.between(10, 100);
  const window = random.pick(windows);
  const most = Math.max(1, Math.round(limit * ratio));
  const global = plain(random, most, random.chance(0.7) ? window : random.pick(windows));
  const error = random.pick(['Too many requests', 'Too many requests from this address']);
  const headers = random.pick(['all', 'retry-after'] as const);
  const layer = overAll(global.limiter, headers, JSON.stringify({ error }));
  const front = random.chance(0.6);
  const own = three(random, () => plain(random, limit, window), {
    [front ? 'before' : 'behind']: [layer],
    text: `global ${global.text} ${front ? 'in front' : 'behind'}, ${headers}, ${error}`,
  });
  return orOf(own, global);
}

const routesOf = (limiter: LimiterName): readonly string[] =>
  routes.all.filter(route => route.limiter === limiter).map(({ id }) => id);

/** When the wait of a decision ends, as it is stated. */
type Rounded = (decision: Decision, now: number) => number;

type Family = (random: Random) => Deployment;

export const families: Readonly<Record<string, Family>> = {
  'three limiters': random => three(random),
  'replicas, other clients': random =>
    three(random, () => {
      const [limit, window] = [random.between(5, 120), random.pick(windows)];
      const kind = random.pick(Object.keys(plainKinds));
      const nodes = random.pick([1, 1, 2, 3]);
      let turn = 0;
      const inner = replicas(
        Array.from({ length: nodes }, () => plainKinds[kind]!(limit, window)),
        () => turn++,
      );
      const share = random.pick([0, 0.05, 0.2, 0.4]);
      function* times() {
        let at = 1_700_000_000_000 - window;
        for (;;) yield (at += ((window / (limit * share)) * 2 * (random.next() + 0.01)) / 1.02);
      }
      const limiter = share === 0 ? inner : shared(inner, times());
      const all = made(`${nodes} of ${kind}`, limiter, limit, window, nodes * limit);
      return { ...all, text: `${all.text}, others ${share}` };
    }),
  'a larger limiter of all routes': random => withGlobal(random, 1.05 + 0.95 * random.next()),
  'a smaller limiter of all routes': random => withGlobal(random, 0.3 + 0.6 * random.next()),
  'a limiter of the address behind, without RateLimit': random => {
    const [limit, window] = [random.between(10, 100), random.pick(windows)];
    const hidden = plain(random, limit, window);
    const body = '{"error":"Too many requests from this address"}';
    const most = Math.ceil(limit * (1.2 + random.next()));
    const own = three(random, () => plain(random, most, window), {
      behind: [overAll(hidden.limiter, 'retry-after', body)],
      text: `hidden ${hidden.text}`,
    });
    return orOf(own, hidden);
  },
  'a route that is not counted': random => {
    const own = three(random);
    const leftOut = limiterNames.map(name => random.pick(routesOf(name)));
    const counts = (route: string) => !leftOut.includes(route);
    const layers = own.layers.map(layer => ({ ...layer, counts }));
    return { ...own, layers, text: `${own.text}without ${leftOut.join(', ')}` };
  },
  'a count for each route': random => {
    const own = three(random);
    const layers = own.layers.flatMap(layer =>
      routesOf(layer.of as LimiterName).map(id => ({
        ...layer,
        limiter: plainKinds['by first request']!(20, 5000),
        counts: (route: string) => route === id,
      })),
    );
    return { layers, truths: {}, text: '20/5s for each route' };
  },
  'waits and times rounded otherwise': random => {
    const wait = random.pick<Rounded>([
      each => each.retryAt + 1000,
      (each, now) => Math.max(each.retryAt, now + 5000),
      (each, now) => now + Math.ceil((each.retryAt - now) / 5000) * 5000,
      each => each.retryAt + random.between(0, 3000),
    ]);
    const by = random.pick([-1000, -500, 1000, 2000]);
    const own = three(random);
    const layers = own.layers.map(layer => ({
      ...layer,
      headers: random.pick(['all', 'on 429'] as const),
      states: (each: Decision, now: number) => ({
        ...each,
        retryAt: wait(each, now),
        resetAt: each.resetAt + by,
      }),
    }));
    return { ...own, layers, text: `${own.text}Reset ${by} ms` };
  },
  'a limit that changes': random =>
    three(random, () => {
      const [first, then, window] = [
        random.between(5, 60),
        random.between(5, 120),
        random.pick(windows),
      ];
      const [from, each] = [random.between(1, 4), random.pick([1, 2, Infinity])];
      const limitOf = (index: number) =>
        index < from || Math.floor((index - from) / each) % 2 === 1 ? first : then;
      const limiter = variedWindows(index => [limitOf(index), window]);
      const text = `${first}, then ${then}/${window / 1000}s from window ${from}, each ${each}`;
      const limit = [Math.min(first, then), Math.max(first, then)] as const;
      return { limiter, text, truth: { limit, windowSeconds: window / 1000 } };
    }),
  'windows of any length': random => {
    const own = three(random, () => {
      const [limit, window] = [random.between(5, 120), random.pick(windows)];
      const limiter = variedWindows(() => [limit, window * (1 + random.next() / 2)]);
      return made('varied', limiter, limit, window);
    });
    return { ...own, truths: {} };
  },
  'counts that are lost once': random =>
    three(random, () => {
      const [limit, window] = [random.between(5, 120), random.pick(windows)];
      const kind = random.pick(Object.keys(plainKinds));
      const limiter = forgetful(() => plainKinds[kind]!(limit, window));
      return made(`forgetful ${kind}`, limiter, limit, window, 2 * limit);
    }),
  'waits that double': random =>
    three(random, () => {
      const [limit, window] = [random.between(5, 120), random.pick(windows)];
      return made('doubling', doubling(limit, window), limit, window);
    }),
  'few at once, beside': random => {
    const [most, takes] = [random.pick([3, 5, 10]), random.between(2, 60)];
    const body = '{"error":"Too many concurrent requests"}';
    const layer = overAll(inFlight(most, takes), 'retry-after', body);
    const around = { text: `${most} in flight, ${takes} ms` };
    const at = random.pick(['before', 'behind']);
    return { ...three(random, undefined, { ...around, [at]: [layer] }), takes };
  },
  'steps of refill': random =>
    three(random, () => {
      const [limit, window] = [random.between(5, 120), random.pick(windows)];
      const part = random.pick([0.1, 0.2, 0.5, 1]);
      const steps = limit / Math.max(1, Math.round(limit * part));
      const fills = Math.ceil(steps) * part * window;
      const text = `steps of ${part} ${limit}/${window / 1000}s`;
      const truth = { limit: [limit, limit], windowSeconds: fills / 1000 } as const;
      return { limiter: stepRefill(limit, window, part), text, truth };
    }),
  'a block that is no window': random =>
    three(random, () => {
      const [limit, window] = [random.between(5, 120), random.pick(windows)];
      const block = random.pick([1000, 5000, 10_000, 30_000]);
      return made(`blocked ${block / 1000}s`, mitigation(limit, window, block), limit, window);
    }),
  'weighed windows': random =>
    three(random, () => {
      const [limit, window] = [random.between(5, 120), random.pick(windows)];
      const begin = random.between(0, window);
      const inner = slidingCounter(limit, window, begin);
      const toEnd = random.chance(0.5);
      const limiter: Limiter = now => {
        const decision = inner(now);
        return toEnd ? { ...decision, retryAt: decision.resetAt } : decision;
      };
      return made(`counter${toEnd ? ' to the end' : ''}`, limiter, limit, window);
    }),
  'nodes that learn late': random =>
    three(random, () => {
      const [limit, window] = [random.between(5, 200), random.pick(windows)];
      const [nodes, sync] = [random.pick([2, 3]), random.pick([50, 200, 1000, 5000])];
      let turn = 0;
      const atRandom = random.chance(0.5);
      const pick = () => (atRandom ? random.between(0, nodes - 1) : turn++);
      const limiter = laggingNodes(limit, window, nodes, sync, pick);
      return made(`${nodes} nodes each ${sync} ms,`, limiter, limit, window, nodes * limit);
    }),
  'per second and per minute': random => {
    const layers: Layer[] = [];
    const truths: Partial<Record<LimiterName, readonly Truth[]>> = {};
    const [second, minute] = [random.between(5, 40), random.between(41, 200)];
    for (const of of limiterNames) {
      const body = JSON.stringify({ error: `Too many ${of} requests` });
      const both = [made('s', fixedWindow(second, 1000, true), second, 1000)].concat(
        made('min', fixedWindow(minute, 60_000, true), minute, 60_000),
      );
      layers.push(...both.map(({ limiter }): Layer => ({ limiter, of, body })));
      truths[of] = both.map(({ truth }) => truth);
    }
    return { layers, truths, text: `${second}/s, ${minute}/min` };
  },
  'pages of a gateway, 429': random => {
    const headers = random.pick(['none', 'retry-after'] as const);
    const body = '<html><h1>429 Too Many Requests</h1></html>';
    const layer = overAll(atRandom(random, 0.03), headers, body);
    return { ...three(random, undefined, { before: [layer] }), truths: {} };
  },
  'limit_req, 503 without retry-after': random => {
    const [rate, burst] = [random.between(5, 50), random.between(0, 40)];
    const body = '<html><h1>503 Service Temporarily Unavailable</h1></html>';
    const layer = { ...overAll(leakyQueue(rate, burst), 'none', body), status: 503 };
    const text = `${rate}/s, burst ${burst}`;
    return three(random, undefined, { before: [layer], text });
  },
};
