/** All commands, by group. Each is loaded on first use. */
import { forWork } from '#clone';
import type { Command } from './cli/command.ts';

export interface Entry {
  /** Describes the command in one line of help. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export const groups = {
  Start: {
    init: {
      summary: 'ask for the address and keys, test them, write .env, run doctor',
      load: async () => (await import('./init.ts')).default,
    },
    doctor: {
      summary: 'check settings and keys, and estimate what a run would show',
      load: async () => (await import('./doctor.ts')).default,
    },
  },
  'Judge a deployment': {
    conformance: {
      summary: 'check a deployment against the contract, then probe its limiters',
      load: async () => (await import('./conformance.ts')).conformance,
    },
    smoke: {
      summary: 'check the most important reads, slowly enough for production',
      load: async () => (await import('./conformance.ts')).smoke,
    },
    judge: {
      summary: 'judge recorded traffic, like a HAR file',
      load: async () => (await import('./judge.ts')).default,
    },
    baseline: {
      summary: 'demand of later gates what the last run showed',
      load: async () => (await import('./results.ts')).baseline,
    },
    ledger: {
      summary: 'show the money spent in 24 hours; --reset clears it',
      load: async () => (await import('./ledger.ts')).default,
    },
  },
  Results: {
    report: {
      summary: 'make the reports of a result again',
      load: async () => (await import('./results.ts')).report,
    },
    drift: {
      summary: 'show what changed from one result to another',
      load: async () => (await import('./drift.ts')).default,
    },
    history: {
      summary: 'keep results in a folder, and remove old results',
      load: async () => (await import('./results.ts')).history,
    },
    merge: {
      summary: 'merge the shards of a run into one result',
      load: async () => (await import('./merge.ts')).default,
    },
    replay: {
      summary: 'judge a run again from its recorded exchanges',
      load: async () => (await import('./replay.ts')).default,
    },
  },
  Certificates: {
    certify: {
      summary: 'check what features demand, and sign a certificate',
      load: async () => (await import('./certify.ts')).certify,
    },
    verify: {
      summary: 'verify a certificate',
      load: async () => (await import('./verify.ts')).default,
    },
    'signing-key': {
      summary: 'make a key that signs certificates',
      load: async () => (await import('./certify.ts')).signingKey,
    },
  },
  Load: {
    traffic: {
      summary: 'send load with k6, and judge the responses',
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
      summary: 'start a mock server that keeps the contract',
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
