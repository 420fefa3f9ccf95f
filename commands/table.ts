/** Every command, by what it is for. A command is loaded when it is meant. */
import { forWork } from '#clone';
import type { Command } from './cli/command.ts';

export interface Entry {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly default: Command }>;
}

export const groups = {
  Start: {
    init: {
      summary: 'ask for address and keys, test them, write .env, run doctor',
      load: () => import('./init.ts'),
    },
    doctor: {
      summary: 'check settings and keys (one GET per key); say what would run',
      load: () => import('./doctor.ts'),
    },
  },
  'Judge a deployment': {
    conformance: {
      summary: 'a gate: the contract checks, then the limiter probes',
      load: () => import('./conformance.ts'),
    },
    smoke: {
      summary: 'a night: few reads, slow enough for production',
      load: () => import('./smoke.ts'),
    },
    judge: {
      summary: 'traffic that others recorded, as in a HAR file',
      load: () => import('./judge.ts'),
    },
    baseline: {
      summary: 'require of later gates what the last run showed',
      load: () => import('./baseline.ts'),
    },
    ledger: {
      summary: 'show money spent in 24 hours; --reset clears it',
      load: () => import('./ledger.ts'),
    },
  },
  Results: {
    report: {
      summary: 'make the reports of a result again',
      load: () => import('./report.ts'),
    },
    drift: {
      summary: 'what changed from one result to another',
      load: () => import('./drift.ts'),
    },
    history: {
      summary: 'a folder of results as one page; adds and prunes',
      load: () => import('./history.ts'),
    },
    merge: {
      summary: 'one result of the shards of a run',
      load: () => import('./merge.ts'),
    },
    replay: {
      summary: 'judge a run again from what it recorded',
      load: () => import('./replay.ts'),
    },
  },
  Certificates: {
    certify: {
      summary: 'a run of what features demand, and a signed certificate',
      load: () => import('./certify.ts'),
    },
    verify: {
      summary: 'whether a certificate holds',
      load: () => import('./verify.ts'),
    },
    'signing-key': {
      summary: 'make the key that signs certificates',
      load: () => import('./signing-key.ts'),
    },
  },
  Load: {
    traffic: {
      summary: 'load by k6, and verdicts on what was answered under it',
      load: () => import('./traffic.ts'),
    },
  },
  'The reference': {
    reference: {
      summary: 'a server that keeps the contract: a mock to try things on',
      load: () => import('./reference.ts'),
    },
  },
  'Your shell': {
    completion: {
      summary: 'a script that completes commands, options and ids',
      load: () => import('./completion.ts'),
    },
  },
  'Work on the suite': forWork,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Entry>>>>;

type Groups = typeof groups;
export type Name = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const entries = Object.assign({}, ...Object.values(groups)) as Readonly<Record<Name, Entry>>;
export const names = Object.keys(entries) as Name[];
export const entryOf = (name: Name): Entry => entries[name];
