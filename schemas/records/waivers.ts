/** The shape of `waivers.json`: failures that a team knows of and accepts for a time. Its JSON Schema is in json-schemas/waivers.ts. */

export interface Waiver {
  /** Id of the requirement. */
  readonly requirement: string;
  /** Id of one case; without it, every case of the requirement. */
  readonly case?: string;
  readonly reason: string;
  /** Who answers for it. */
  readonly owner: string;
  /** The last day on which it holds (UTC), `2027-01-31`. */
  readonly expires: string;
}

export interface WaiverFile {
  readonly $schema?: string;
  readonly waivers: readonly Waiver[];
}
