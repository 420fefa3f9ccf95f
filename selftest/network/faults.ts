/** Lists the faults by the outcome that a run must have. */
import { lazyCertificate } from '../../fixtures/testing/self-signed.ts';
import {
  always,
  afterBadKeys,
  afterLimit,
  type Fault,
  faults,
  first,
  from,
  never,
  onKept,
  oneIn,
  onRoute,
  type Outcome,
  reads,
  request,
  spendings,
} from './fault.ts';
import { honest, type Proxy } from './proxy/proxy.ts';
import * as strike from './strikes.ts';
import {
  afterwards,
  dripping,
  headLength,
  late,
  page,
  redirecting,
  reset,
  say,
} from './strikes.ts';

/** Selects few checks, for faults that do not depend on the requests. */
const few = 'catalog\\.|wallet\\.';
const some = 'catalog\\.|search\\.|wallet\\.|paging\\.';
const tooMany = (retryAfter: number) => page(429, { 'Retry-After': `${retryAfter}` });
const slowHead = dripping(() => 0, 1000);
const slowBody = dripping(headLength, 1000);
const rejected = say(401, '{"error":"Invalid API key","reason":"revoked"}');

const notStarted: Outcome = {
  title: 'The run does not start',
  text: 'exit code 3, nothing passes, and the message names the cause.',
  exits: [3],
  passes: 'none',
};
const notAllowed = '{"error":"IP not whitelisted","ip":"203.0.113.7","whitelistedIps":["::1"]}';
const portal = say(200, '<html><form action="/login">Sign in</form></html>', {
  'Content-Type': 'text/html',
});
const toLogin = redirecting(302, () => '/login?next=');
const toHttps = redirecting(301, origin => origin.replace('http:', 'https:'));
const gone = (proxy: Proxy) => {
  proxy.leave();
  return proxy.origin;
};
/** Serves TLS with a certificate of an authority that the run trusts. */
const trusted = (tls = lazyCertificate('IP:127.0.0.1')) => ({
  tls,
  settings: () => ({ GV_CA_FILE: tls().file }),
});
const selfSigned = { tls: lazyCertificate('IP:127.0.0.1') };
const expired = trusted(lazyCertificate('IP:127.0.0.1', true));
const ofOther = trusted(lazyCertificate('DNS:other.example'));
const asHttps = ({ origin }: Proxy) => origin.replace('http:', 'https:');

const atStart = [
  ...faults(notStarted, always, {}, [
    ['reset', 'connections are reset', reset, { says: /closes the connection/ }],
    ['hanging', 'the server never responds', strike.silence, { says: /keeps silent/ }],
    ['slow-body', 'complete headers, then a byte a second', slowBody, { says: /does not finish/ }],
    ['garbage', 'bytes that are not HTTP', strike.garbage, { says: /is not HTTP/ }],
    ['502', 'a page with 502', page(502), { says: /502.*a gateway/ }],
    ['429', '429, Retry-After: 86400', tooMany(86_400), { says: /locked out for 86400 s/ }],
    ['401', 'the 401 of §5.2', rejected, { says: /rejects GV_API_KEY/ }],
    ['403', 'the 403 of §5.3', say(403, notAllowed), { says: /203\.0\.113\.7/ }],
    ['portal', 'a page to sign in, with status 200', portal, { says: /a web page/ }],
    ['redirect', '308 to another host', redirecting(308), { says: /another host/ }],
    ['redirect-to-login', '302 to a login', toLogin, { says: /looks like a login/ }],
    ['redirect-to-https', '301 to https', toHttps, { says: /there over https/ }],
  ]),
  ...faults(notStarted, never, {}, [
    ['refused', 'nothing listens', honest, { target: gone, says: /nothing listens/ }],
    ['tls-self-signed', 'an unknown authority', honest, { ...selfSigned, says: /itself/ }],
    ['tls-expired', 'an expired certificate', honest, { ...expired, says: /has expired/ }],
    ['tls-wrong-host', 'the name of another host', honest, { ...ofOther, says: /another name/ }],
    ['tls-none', 'https to an http port', honest, { target: asHttps, says: /without TLS/ }],
  ]),
];

const ended: Outcome = {
  title: 'The run ends early',
  text: 'exit code 3, and the run states why: the target stopped answering, rejects the caller, or takes too long.',
  exits: [3],
};
const stopped = { says: /the target stopped answering/ };
const locked = { says: /the target rejects what it accepted before/ };
const replaced = { says: /a gateway now answers instead of the service/ };
const slowly = {
  when: from(20),
  grep: some,
  settings: () => ({ GV_DEADLINE: '15' }),
  says: /GV_DEADLINE/,
};
const limit = { limit: 20, windowSeconds: 3 };

const overSoon = [
  ...faults(
    ended,
    afterLimit,
    { ...stopped, probes: { catalog: limit, webhooks: limit, wallet: limit } },
    [['gone-in-probe', 'nothing listens during a limiter probe', strike.leave]],
  ),
  ...faults(ended, from(30), { ...stopped, grep: some }, [
    ['gone', 'nothing listens any more', strike.leave],
    ['gone-silent', 'the server stops responding', strike.silence],
    ['gone-stalled', 'bodies stall in the middle', strike.stalled],
    ['gone-503', 'a page with 503: maintenance', page(503)],
    ['gone-429', '429, Retry-After: 1', tooMany(1)],
  ]),
  ...faults(ended, from(30), { ...replaced, grep: some }, [
    ['later-401', 'the 401 of §5.2 to good keys', rejected, locked],
    ['later-403', 'a page with 403 of a firewall', page(403)],
    ['later-redirect', '302 to a login', toLogin],
    ['later-portal', 'a page to sign in, with status 200', portal],
  ]),
  ...faults(ended, afterBadKeys, replaced, [
    ['bad-keys', 'a page with 403 to everything', page(403)],
    ['deadline', '1.5 s of latency, with a deadline of 15 s', late(1500), slowly],
  ]),
];

const partial: Outcome = {
  title: 'The run continues, and some requests fail',
  text: 'exit code 0, 2 or 3. Affected requirements are errors or were not exercised.',
  exits: [0, 2, 3],
};
const tooLong = { says: /is longer than 4096 characters, after 48 MiB of others/ };

const goesOn = faults(partial, always, { grep: some }, [
  ['back-after-3-s', 'nothing listens for 3 s', strike.awayFor(3000), { when: request(30) }],
  ['reset-one-in-10', 'connections are reset', reset, { when: oneIn(10, always) }],
  ['503-one-in-10', 'a page with 503', page(503), { when: oneIn(10, always) }],
  ['429-one-in-20', '429, Retry-After: 1', tooMany(1), { when: oneIn(20, always) }],
  ['429-without-wait', '429, no Retry-After', page(429), { when: oneIn(40, always) }],
  ['429-for-a-day', '429, Retry-After: 86400', tooMany(86_400), { when: from(30) }],
  ['long-bodies', '3 MB of blanks after every body', strike.withBlanks, tooLong],
]);

const oneDown: Outcome = {
  title: 'One route is down, and the others answer',
  text: 'exit code 3. Requirements that need the route are errors with one cause. The run sends at most 1.1 times the requests, in at most twice the time.',
  exits: [3],
  isCheap: true,
};
const orders = onRoute('GET', '/orders');
const down = { says: /GET \/orders failed 3 times in a row: / };
/** Selects few checks, for faults that differ from other faults only on the wire. */
const ofOrders = { ...down, grep: 'orders\\.fields|catalog\\.' };

const routeDown = [
  ...faults(oneDown, orders, down, [
    ['route-hanging', 'the server does not respond', strike.silence],
  ]),
  ...faults(oneDown, orders, ofOrders, [
    ['route-reset', 'connections are reset', reset],
    ['route-slow-head', 'a byte a second', slowHead],
    ['route-502', 'a page with 502', page(502)],
    ['route-slow-body', 'complete headers, then a byte a second', slowBody],
    ['route-cut-head', 'responses end within their headers', strike.cutHead],
    ['route-cut-body', 'a reset in the middle of the body', strike.cutBody],
    ['route-malformed-chunk', 'a chunk size that is not a number', strike.malformedChunk],
    ['route-cut-gzip', 'gzip that breaks off', strike.cutGzip],
    ['route-503', 'a page with 503', page(503), { when: first(3, orders) }],
  ]),
];

const notJudged: Outcome = {
  title: 'Responses of one route are not judged',
  text: 'exit code 2 or 3, and the reason says what is wrong with the response.',
  exits: [2, 3],
};
const unjudged = faults(notJudged, onRoute('GET', '/products/filters'), { grep: few }, [
  ['endless', 'a body without an end', strike.endless, { says: /GV_MAX_BODY/ }],
  ['gzip-bomb', '1 MB of gzip that becomes 1 GB', strike.gzipBomb, { says: /GV_MAX_BODY/ }],
  ['deep', '100,000 nested lists', strike.deep, { says: /levels deep/ }],
  ['route-redirect', '302 to another host', redirecting(302), { says: /a gateway answered 302/ }],
]);

const unclear: Outcome = {
  title: 'Purchases get no response of the service',
  text: 'exit code 3. They are errors, and are not sent again.',
  exits: [3],
};
const buying = { grep: 'orders\\.created|vouchers\\.echo|vouchers-bulk\\.counts' };
const firstOf = (path: string) => ({ when: first(2, onRoute('POST', path)) });

const purchases = faults(unclear, first(2, spendings), buying, [
  ['order-lost', 'made, and the response is lost', afterwards(reset), firstOf('/orders')],
  ['voucher-late', 'made, and the response is late', late(3500), firstOf('/send_voucher')],
  [
    'voucher-lost',
    'made, and the first response is lost',
    afterwards(reset),
    { when: first(1, onRoute('POST', '/send_voucher')), grep: 'vouchers\\.(price|echo)' },
  ],
  ['bulk-cut', 'made, and the response breaks off', strike.cutBody, firstOf('/send_bulk_vouchers')],
  ['purchase-504', 'made, and a gateway answers 504', afterwards(page(504))],
  ['purchase-503', 'a page with 503', page(503), { when: spendings }],
  ['purchase-redirect', '308', redirecting(308), { when: spendings, says: /answered 308/ }],
]);

const unharmed: Outcome = {
  title: 'The run passes',
  text: 'exit code 0, and nothing is left out.',
  exits: [0],
  passes: 'all',
};
const wallet = onRoute('GET', '/wallet');
const inPieces = dripping(headLength, 50, 2500);

const passing = [
  ...faults(unharmed, always, { grep: some }, [
    ['slow-one-in-20', '5 s, with a time-out of 2 s', late(5000), { when: oneIn(20, reads) }],
    ['closed-reads', 'connections close', strike.hangUp, { when: onKept(oneIn(5, reads)) }],
    ['closed-purchases', 'connections are reset', reset, { ...buying, when: onKept(spendings) }],
  ]),
  ...faults(unharmed, always, { grep: few }, [
    ['closed-after-each', 'connections close just after each response', strike.closing],
    ['502-once', 'a page with 502', page(502), { when: first(1, wallet) }],
    ['504-twice', 'a page with 504', page(504), { when: first(2, wallet) }],
    ['slow-start', 'a page with 503', page(503), { when: first(2, always) }],
    ['slow-in-time', 'bodies come in pieces over half a second', inPieces, { when: wallet }],
    ['reads-twice', 'a proxy forwards each twice', afterwards(honest), { when: reads }],
    ['tls', 'a certificate of the authority in GV_CA_FILE', honest, trusted()],
  ]),
];

export const allFaults: readonly Fault[] = [
  ...atStart,
  ...overSoon,
  ...goesOn,
  ...routeDown,
  ...unjudged,
  ...purchases,
  ...passing,
];
