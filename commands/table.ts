/** All commands, by group. Each is loaded on first use. */
import { forWork } from '#clone';
import type { Command } from './cli/command.ts';

export interface Entry {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export const groups = {
  Start: {
    init: {
      summary: 'ask for address and keys, test them, write .env, run doctor',
      load: async () => (await import('./init.ts')).default,
    },
    doctor: {
      summary: 'check settings and keys (one GET per key); say what would run',
      load: async () => (await import('./doctor.ts')).default,
    },
  },
  'Judge a deployment': {
    conformance: {
      summary: 'a gate: the contract checks, then the limiter probes',
      load: async () => (await import('./conformance.ts')).conformance,
    },
    smoke: {
      summary: 'a night: few reads, slow enough for production',
      load: async () => (await import('./conformance.ts')).smoke,
    },
    judge: {
      summary: 'traffic that others recorded, as in a HAR file',
      load: async () => (await import('./judge.ts')).default,
    },
    baseline: {
      summary: 'require of later gates what the last run showed',
      load: async () => (await import('./results.ts')).baseline,
    },
    ledger: {
      summary: 'show money spent in 24 hours; --reset clears it',
      load: async () => (await import('./ledger.ts')).default,
    },
  },
  Results: {
    report: {
      summary: 'make the reports of a result again',
      load: async () => (await import('./results.ts')).report,
    },
    drift: {
      summary: 'what changed from one result to another',
      load: async () => (await import('./drift.ts')).default,
    },
    history: {
      summary: 'keeps results in a folder, and removes old ones',
      load: async () => (await import('./results.ts')).history,
    },
    merge: {
      summary: 'one result of the shards of a run',
      load: async () => (await import('./merge.ts')).default,
    },
    replay: {
      summary: 'judge a run again from what it recorded',
      load: async () => (await import('./replay.ts')).default,
    },
  },
  Certificates: {
    certify: {
      summary: 'a run of what features demand, and a signed certificate',
      load: async () => (await import('./certify.ts')).certify,
    },
    verify: {
      summary: 'whether a certificate holds',
      load: async () => (await import('./verify.ts')).default,
    },
    'signing-key': {
      summary: 'make the key that signs certificates',
      load: async () => (await import('./certify.ts')).signingKey,
    },
  },
  Load: {
    traffic: {
      summary: 'load by k6, and verdicts on what was answered under it',
      load: async () => (await import('./traffic.ts')).default,
    },
  },
  'Other tools': {
    openapi: {
      summary: 'write the OpenAPI document, with examples of your settings',
      load: async () => (await import('./openapi.ts')).default,
    },
  },
  'The reference': {
    reference: {
      summary: 'a server that keeps the contract: a mock to try things on',
      load: async () => (await import('./reference.ts')).default,
    },
  },
  'Work on the suite': forWork,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Entry>>>>;

type Groups = typeof groups;
export type Name = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const entries = Object.assign({}, ...Object.values(groups)) as Readonly<Record<Name, Entry>>;
export const names = Object.keys(entries) as Name[];
export const entryOf = (name: Name): Entry => entries[name];
