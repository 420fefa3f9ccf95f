/** Returns a duration for people, in seconds up to two minutes and in minutes up to two hours: `35 s`, `8 min`, `3 h`. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Returns a time for people, to the minute: `2026-11-30 16:36 UTC`. */
export const minuteText = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
