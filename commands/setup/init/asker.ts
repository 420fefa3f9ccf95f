/** How a person is asked. */

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Why an answer cannot be taken. */
type Check = (answer: string) => string | undefined;

/** @throws Cancelled */
export interface Asker {
  text(
    message: string,
    options?: { readonly initial?: string; readonly check?: Check },
  ): Promise<string>;
  /** Nothing of it is shown; empty: none. */
  secret(message: string, check?: Check): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  choose<Value extends string>(message: string, choices: readonly Choice<Value>[]): Promise<Value>;
}

/** The person gave up. */
export class Cancelled extends Error {
  override readonly message = 'Nothing was written.';
}
