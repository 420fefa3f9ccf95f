import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../../fixtures/testing/spawned.ts';
import { logEntry } from '../../fixtures/testing/exchange.ts';
import type { LogEntry } from '../../schemas/records/log-entry.ts';
import type { Probing } from '../../schemas/records/limiter.ts';
import type { Plan } from '../../schemas/records/plan.ts';
import type { RunDescription } from '../../schemas/records/run.ts';
import { Progress } from './progress.ts';

/** Simulates a run of twenty checks and a limiter check that writes its records. */
function running(out: string) {
  let now = 0;
  const ids = Array.from({ length: 20 }, (_, at) => `wallet.check-${at}`);
  const progress = new Progress(out, [...ids, 'limits.window'], () => now);
  const write = (file: string, line: object) =>
    appendFileSync(join(out, file), `${JSON.stringify(line)}\n`);
  return {
    progress,
    later: (ms: number) => void (now += ms),
    end: (count: number) =>
      ids
        .slice(0, count)
        .forEach(id => write('outcomes.jsonl', { outcome: { id, verdict: 'passed', cases: [] } })),
    wait: (limiter: string, ms: number) =>
      write('outcomes.jsonl', { waiting: { limiter, until: now + ms } }),
    probe: (probing: Probing) => {
      write('outcomes.jsonl', { probing });
      progress.read();
    },
    send: (changes: Partial<LogEntry>) => write('exchanges.jsonl', logEntry(changes)),
    parts: () => {
      progress.read();
      return progress.parts();
    },
  };
}

test('the line has area, checks and requests, from complete records', ({ cwd: out }) => {
  const { parts, end, send, progress } = running(out);
  expect(parts()).toEqual(['0 of 21 checks', '0 requests']);
  end(1);
  send({ attempts: 3 });
  appendFileSync(join(out, 'exchanges.jsonl'), '{"resource":"wal');
  expect(parts()).toEqual(['wallet: 1 of 21 checks', '3 requests']);
  appendFileSync(join(out, 'exchanges.jsonl'), 'let","attempts":1,"limited":0}\n');
  expect(parts()[1]).toBe('4 requests');
  expect(progress.logLine()).toBe('1 of 21 checks ran, 0 responses');
});

test('the line has the spent money, and the cap of all runs', ({ cwd: out }) => {
  const { parts, send } = running(out);
  const described: RunDescription = {
    target: { baseUrl: 'https://x.example', origin: 'configured', keys: [], allow: ['spend'] },
    profile: 'gate',
    seed: 1,
    spentEarlier: { GBP: 50 },
    replay: { settings: { GV_MAX_SPEND: { GBP: 250 } }, nonce: 'n' },
  };
  send({ spent: { GBP: 12.5, EUR: 3 } });
  expect(parts().slice(2)).toEqual(['12.5 GBP', '3 EUR']);
  writeFileSync(join(out, 'run.json'), JSON.stringify(described));
  expect(parts().slice(2)).toEqual(['3 EUR', '62.5 of 250 GBP']);
});

const plan = (costs: Partial<Plan['costs']>): Plan => ({
  runs: {},
  lacks: {},
  prepares: [],
  costs: { requests: 100, money: {}, seconds: 20, limiters: [], ...costs },
});

test('the line has the time that the plan leaves, and then by the pace so far', ({ cwd: out }) => {
  const { parts, send, later, progress } = running(out);
  later(2000);
  expect(parts()).toHaveLength(2);
  writeFileSync(join(out, 'plan.json'), JSON.stringify(plan({})));
  expect(parts().slice(2)).toEqual(['18 s left']);
  later(8000);
  send({ attempts: 40 });
  expect(parts().slice(1)).toEqual(['40 requests', '15 s left']);
  expect(progress.logLine()).toBe('0 of 21 checks ran, 0 responses, 15 s left');
  send({ attempts: 80 });
  expect(parts().slice(1)).toEqual(['120 requests']);
});

test('the line has a wait for a limiter, and the place of the probes', ({ cwd: out }) => {
  const { parts, end, later, progress, probe, wait } = running(out);
  wait('wallet', 12_000);
  later(2500);
  expect(parts().at(-1)).toBe('waiting 10 s for the wallet limiter');
  expect(progress.logLine()).toBe(
    '0 of 21 checks ran, 0 responses, waiting 10 s for the wallet limiter',
  );
  later(20_000);
  const limiters = (['catalog', 'webhooks', 'wallet'] as const).map(name => ({
    name,
    seconds: 180,
  }));
  writeFileSync(join(out, 'plan.json'), JSON.stringify(plan({ limiters, seconds: 40 })));
  expect(parts().at(-1)).toBe('18 s left, then limiters, about 9 min');
  end(20);
  probe({ limiter: 'catalog', window: 1 });
  expect(progress.logLine()).toBe('limiter 1 of 3 (catalog), window 1 of 3, 9 min left');
  later(200_000);
  probe({ limiter: 'webhooks', window: 2 });
  later(50_000);
  expect(parts()).toEqual(['limiter 2 of 3 (webhooks)', 'window 2 of 3', '5 min left']);
  // A window that takes longer than planned moves the end.
  later(200_000);
  expect(parts().at(-1)).toBe('4 min left');
  probe({ limiter: 'wallet', window: 3 });
  later(130_000);
  expect(parts().at(-1)).toBe('50 s left');
});
