/** A tool that judges a deployment, as its own README starts it. */

/** Of the contract, which drives the others. */
export const document = 'schemas/openapi/openapi.json';

/** What it judges: the reference, with a fault or without. */
export interface Subject {
  readonly baseUrl: string;
  /** As the reference states them for a `.env`. */
  readonly settings: Readonly<Record<string, string>>;
  /** A folder of this run. */
  readonly folder: string;
  /** Whether what it differs in shows under load only. */
  readonly underLoad: boolean;
}

export interface Tool {
  readonly name: string;
  /** What was run, for the table. */
  readonly command: string;
  /** @returns what it accuses, each thing once: a kind and a place. */
  readonly accuses: (subject: Subject) => Promise<readonly string[]>;
}
