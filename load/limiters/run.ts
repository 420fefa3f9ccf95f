/** Runs the limiter probes once per run, in k6 or in Node. The checks of area `limits` judge the findings. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readRecord, writeWhole } from '../../harness/output/files.ts';
import { harmlessJson } from '../../harness/output/sanitize.ts';
import { createMasks } from '../../harness/client/mask.ts';
import { keyOf, secretsOf } from '../../harness/config/keys.ts';
import type { Target } from '../../harness/config/target.ts';
import { NotExercised, SuiteError } from '../../harness/verdict.ts';
import {
  probesSchema,
  type LimiterProbe,
  type ProbeResponse,
  type Probing,
} from '../../schemas/records/limiter.ts';
import { type Stop, type Clock, systemClock } from '../../harness/client/clock.ts';
import { wireTo, type Transport } from '../../harness/client/transport.ts';
import { findK6, noK6, type K6Options, scriptPath, startK6 } from '../k6/k6.ts';
import { clear } from '../../harness/client/guard.ts';
import { NoResponse } from '../../harness/client/response.ts';
import { isObject, objectIn } from '../../schemas/records/exchange.ts';
import { routeById } from '../../schemas/routes.ts';
import type { GuardedRequest } from '../request.ts';
import { probeEach, type Probe } from './probe.ts';
import { joinLines, keep } from './evidence.ts';

/** Stops a probe of this process: its sleeps end, and nothing more is sent. */
type End = Pick<Stop, 'clock' | 'leftMs' | 'check'>;

type OnProbing = (probing: Probing) => void;

/**
 * Probes the limiters with k6, or with Node if there is no k6 or GV_K6 is `none`. Both follow the same plan. Earlier
 * findings of this run are reused: a run removes `limiters.json` when it begins.
 *
 * @throws NotExercised if GV_K6 does not name a k6, if there is no key, or if the run was stopped.
 * @throws SuiteError if k6 failed.
 */
export async function probeLimiters(
  target: Target,
  end: End,
  onProbing: OnProbing = () => {},
): Promise<readonly LimiterProbe[]> {
  const file = join(target.out, 'limiters.json');
  if (!existsSync(file)) {
    mkdirSync(target.out, { recursive: true });
    const k6 = await driverOf(target);
    const masks = createMasks('', secretsOf(target));
    const found =
      k6 === undefined
        ? JSON.stringify(await runNode(target, end, onProbing))
        : await runK6(target, k6, file, { timeoutMs: end.leftMs, mask: masks.keys }, onProbing);
    // A response may contain the key in another spelling than the masked one.
    writeWhole(file, harmlessJson(JSON.parse(masks.keys(found)) as unknown, 0));
  }
  return readRecord(file, probesSchema);
}

/** Returns the path of the k6 to use, or undefined for Node. */
async function driverOf({ values }: Target): Promise<string | undefined> {
  const explicit = values.GV_K6;
  const k6 = await findK6({
    explicit,
    onProgress: line => process.stderr.write(`${line}\n`),
  });
  if ('path' in k6) return k6.path;
  if (explicit !== undefined && explicit !== noK6) throw new NotExercised(k6.missing);
  return undefined;
}

async function runNode(
  target: Target,
  end: End,
  onProbing: OnProbing,
): Promise<readonly LimiterProbe[]> {
  const { send, close } = wireTo(target);
  try {
    return await probeInProcess(
      target,
      request => {
        end.check();
        return send(request);
      },
      end.clock,
      onProbing,
    );
  } finally {
    close();
  }
}

async function runK6(
  target: Target,
  k6: string,
  file: string,
  options: Pick<K6Options, 'timeoutMs' | 'mask'>,
  onProbing: OnProbing,
): Promise<string> {
  try {
    await startK6(k6, scriptPath('limiters'), {
      env: environment(target),
      args: ['--log-format=raw'],
      tls: target.values,
      onLog: line => {
        const probing = probingIn(line);
        if (probing) onProbing(probing);
        return probing !== undefined;
      },
      ...options,
    }).ended;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  if (!existsSync(file)) throw new SuiteError('k6 ended without its findings (limiters.json)');
  return readFileSync(file, 'utf8');
}

/** Returns the place that a line of k6's log states, or undefined for another line. */
function probingIn(line: string): Probing | undefined {
  const stated = objectIn(line)['probing'];
  return isObject(stated) ? (stated as unknown as Probing) : undefined;
}

function environment(target: Target) {
  const { allow, baseUrl, origin, out, probe, values } = target;
  return {
    GV_BASE_URL: baseUrl,
    GV_API_KEY: keyOf(target, 'business'),
    GV_HEADERS: values.GV_HEADERS && JSON.stringify(values.GV_HEADERS),
    GV_WEBHOOK_UNKNOWN: values.GV_WEBHOOK_UNKNOWN,
    GV_ALLOW: (['write', 'exhaust'] as const).filter(each => allow.has(each)).join(','),
    GV_TIMEOUT: String(target.timeoutMs / 1000),
    GV_PROBE: values.GV_PROBE?.join(','),
    GV_PROBE_MAX_REQUESTS: String(probe.maxRequests),
    GV_PROBE_MAX_WAIT: String(probe.maxWaitMs / 1000),
    GV_OUT: out,
    GV_TARGET_ORIGIN: origin,
  };
}

/**
 * Drives a probe in Node, as `load/limiters.ts` does in k6.
 *
 * @param send Must not throw for a broken connection, which is a response with status 0.
 */
export async function drive<Request, Result>(
  probe: Probe<Request, Result>,
  send: (request: Request) => Promise<ProbeResponse>,
  clock: Clock,
  onProbing: OnProbing = () => {},
): Promise<Result> {
  let responses: readonly ProbeResponse[] = [];
  for (;;) {
    const { done, value } = probe.next(responses);
    if (done) return value;
    if ('waitMs' in value) await clock.sleep(value.waitMs);
    if ('probing' in value) onProbing(value.probing);
    responses = 'send' in value ? await Promise.all(value.send.map(send)) : [];
  }
}

/**
 * Probes the limiters in this process.
 *
 * @throws NotExercised if the target does not permit exhausting a limiter.
 * @throws SuiteError if a request would leave the target.
 */
export const probeInProcess = (
  target: Target,
  transport: Transport,
  clock: Clock = systemClock,
  onProbing?: OnProbing,
): Promise<readonly LimiterProbe[]> =>
  drive(
    probeEach(target, clock.now, 'node'),
    request => send(target, transport, clock, request),
    clock,
    onProbing,
  );

async function send(
  target: Target,
  transport: Transport,
  { now }: Clock,
  { id, method, url, body: json }: GuardedRequest,
): Promise<ProbeResponse> {
  const key = keyOf(target, 'business');
  const request = {
    method,
    url,
    headers: {
      'X-API-Key': key,
      ...(json === null ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === null ? {} : { body: Buffer.from(json) }),
    timeoutMs: target.timeoutMs,
  };
  const cleared = clear(target, routeById(id)!, request, { drives: true });
  const sentAt = now();
  try {
    const { status, headers, body, ended } = await transport(cleared);
    const receivedAt = now();
    if (ended) return { sentAt, receivedAt, status: 0, headers: {}, body: '' };
    return keep({ sentAt, receivedAt, status, headers: joinLines(headers), body }, key);
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return { sentAt, receivedAt: now(), status: 0, headers: {}, body: '' };
  }
}
