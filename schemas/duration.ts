/** Returns a duration for people: seconds up to two minutes, and minutes above: `35 s`, `8 min`. */
export const durationText = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
