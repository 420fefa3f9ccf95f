/** The limiter probes without k6: the same plan, driven by Node. */
import type { LimiterFindings } from '../../fixtures/engine/context.ts';
import { systemClock } from '../../fixtures/client/clock.ts';
import type { Target } from '../../fixtures/config/target.ts';
import type { Transport } from '../../fixtures/client/transport.ts';
import { judge, settlingMs } from '../limiter/findings.ts';
import { reconcile } from '../limiter/reconcile.ts';
import { toFindings } from './run.ts';
import { keep, type Answer } from './note.ts';
import { probe } from './driver.ts';
import { limiterNames, namesOf, routeOf, type ProbeRoute } from './routes.ts';
import type { LimiterResult } from '../limiter/summary.ts';

/** Measures the three limiters one after the other, as the k6 script does. */
export async function measureInProcess(
  target: Target,
  transport: Transport,
): Promise<readonly LimiterFindings[]> {
  const results: Record<string, LimiterResult> = {};
  for (const name of limiterNames) {
    const others = namesOf(limiterNames.filter(other => other !== name));
    const settings = { ...target.probe, others };
    const send = (to?: string) => ask(target, transport, routeOf(name, to));
    const notes = await probe(send, settings, systemClock);
    const findings = judge(notes, settings);
    results[name] = { settings, notes, findings };
    if (name !== limiterNames.at(-1)) await systemClock.sleep(settlingMs(findings, settings));
  }
  return Object.entries(reconcile(results)).map(([name, result]) => toFindings(name, result));
}

async function ask(
  target: Target,
  transport: Transport,
  { method, path, body: text }: ProbeRoute,
): Promise<Answer> {
  const { GV_API_KEY: key = '', GV_WEBHOOK_UNKNOWN: webhook = '' } = target.values;
  const url = target.baseUrl + path.replace('{unknownWebhook}', encodeURIComponent(webhook));
  const json = { 'Content-Type': 'application/json' };
  const sentAt = systemClock.now();
  try {
    const response = await transport({
      method,
      url,
      headers: { 'X-API-Key': key, ...(text === undefined ? {} : json) },
      ...(text === undefined ? {} : { body: Buffer.from(text) }),
      timeoutMs: target.timeoutMs,
    });
    const { status, body } = response;
    const headers = Object.fromEntries(response.headers);
    return keep({ sentAt, receivedAt: systemClock.now(), status, headers, body }, key);
  } catch {
    return { sentAt, receivedAt: systemClock.now(), status: 0, headers: {}, body: '' };
  }
}
