/** The version of the spec that is judged. */
export const specVersion = '1.0.0';
