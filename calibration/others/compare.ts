/** This suite beside other tools, on faults and honest variants of the reference. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faults } from '../../fixtures/reference/faults/index.ts';
import type { Fault } from '../../fixtures/reference/faults/fault.ts';
import { startReference } from '../../fixtures/reference/server.ts';
import type { Patch } from '../../fixtures/reference/types.ts';
import { variants } from '../../fixtures/reference/variants/index.ts';
import type { Variant } from '../../fixtures/reference/variants/variant.ts';
import type { Tool } from './tool.ts';

const wanted = { faults: 60, variants: 10 };

/** Every n-th, so that each area has its share. */
const sample = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);

export const sampledFaults: readonly Fault[] = sample(faults, wanted.faults);
export const sampledVariants: readonly Variant[] = sample(variants, wanted.variants);

interface Run {
  readonly accused: readonly string[];
  readonly seconds: number;
  readonly requests: number;
}

export interface Row {
  readonly tool: Tool;
  /** On the reference as it is. */
  readonly honest: Run;
  /** Ids of those on which it accused something that it does not accuse on the reference. */
  readonly found: readonly string[];
  readonly falselyAccused: readonly string[];
}

async function run(tool: Tool, patches: readonly Patch[], underLoad: boolean): Promise<Run> {
  let requests = 0;
  const onRequest = () => void requests++;
  const reference = await startReference({ patches: [...patches], onRequest });
  const folder = mkdtempSync(join(tmpdir(), 'others-'));
  const startedAt = Date.now();
  try {
    const { baseUrl, settings } = reference;
    const accused = await tool.accuses({ baseUrl, settings, folder, underLoad });
    return { accused, requests, seconds: (Date.now() - startedAt) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await reference.close();
  }
}

/** Requirements of limiters show in their measurement. */
const isOfLimiters = ({ breaks }: Fault): boolean => breaks.startsWith('limits.');

/** @param onRun called with each deployment that was judged, and what is new there. */
export async function compareOn(
  tool: Tool,
  onRun: (id: string, accused: readonly string[]) => void,
): Promise<Row> {
  const honest = await run(tool, [], true);
  onRun('reference', honest.accused);
  const isNew = (each: string) => !honest.accused.includes(each);
  const accusedOn = async (id: string, patches: readonly Patch[], underLoad: boolean) => {
    const accused = (await run(tool, patches, underLoad)).accused.filter(isNew);
    onRun(id, accused);
    return accused.length > 0 ? [id] : [];
  };
  const found: string[] = [];
  for (const fault of sampledFaults)
    found.push(...(await accusedOn(fault.id, [fault.patch], isOfLimiters(fault))));
  const falselyAccused: string[] = [];
  for (const { id, patches } of sampledVariants)
    falselyAccused.push(...(await accusedOn(id, patches, true)));
  return { tool, honest, found, falselyAccused };
}
