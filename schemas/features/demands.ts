/** What a certificate of a feature demands: `cases/<feature>.json`. */
export interface Demands {
  /** Requirement -> cases that passed, or do not apply, on every conformant deployment that was tried. */
  readonly demanded: Readonly<Record<string, readonly string[]>>;
  /** Requirement -> cases that hang on products, funds or settings of a deployment: named where they are not shown. */
  readonly optional: Readonly<Record<string, readonly string[]>>;
}
