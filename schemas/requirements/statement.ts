/** What a requirement needs before any of its cases can run: a setting of the target, or permission for an effect. */
export type Need = `GV_${string}` | 'write' | 'spend' | 'exhaust';

/** One thing that the spec says, in our words. */
export interface Statement {
  /** Section and item of the spec, `§5.2`. */
  readonly anchor: string;
  /** A fact, never "should". */
  readonly text: string;
  readonly needs?: readonly Need[];
  /** The spec leaves it open: recorded, never judged. */
  readonly observed?: true;
  /** Why no request to a target can show it. */
  readonly untestable?: string;
}

export type Statements = Readonly<Record<string, Statement>>;
