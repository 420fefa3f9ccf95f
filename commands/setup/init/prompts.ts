/** Asks at a terminal. */
import { confirm, isCancel, password, select, text } from '@clack/prompts';
import { Cancelled, type Asker } from './asker.ts';

/** @throws Cancelled */
async function answered<Value>(asked: Promise<Value>): Promise<Exclude<Value, symbol>> {
  const value = await asked;
  if (isCancel(value)) throw new Cancelled();
  return value as Exclude<Value, symbol>;
}

export const prompts: Asker = {
  text: (message, { initial = '', check } = {}) =>
    answered(text({ message, initialValue: initial, validate: (value = '') => check?.(value) })),
  // Not even how long it is.
  secret: async (message, check) =>
    (await answered(password({ message, mask: '', validate: (value = '') => check?.(value) }))) ??
    '',
  confirm: (message, initialValue) => answered(confirm({ message, initialValue })),
  choose: async (message, choices) => {
    const options = choices.map(({ value, ...shown }) => ({ value: value as string, ...shown }));
    const chosen = await answered(select({ message, options }));
    return choices.find(({ value }) => value === chosen)!.value;
  },
};
