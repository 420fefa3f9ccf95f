/** Ways to alter a good key, as exchanges name them: none of them is a key of the account (§5.2). */
export const alterations = [
  'suffixed',
  'prefixed',
  'shortened',
  'without-start',
  'start-changed',
  'middle-changed',
  'end-changed',
  'doubled',
] as const;
export type Alteration = (typeof alterations)[number];
