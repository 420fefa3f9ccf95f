/** Names of the metrics that k6 does not have. */
export const metrics = {
  late: 'traffic_late',
  skipped: 'traffic_skipped',
  exceptions: 'traffic_exceptions',
  open: 'traffic_open',
  queuedToDone: 'traffic_queued_to_done',
  unfinished: 'traffic_unfinished',
} as const;
