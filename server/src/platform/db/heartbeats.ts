/**
 * Reads the heartbeats of each session in a join. `offset 0` keeps the way by the key in one partition, whatever the
 * statistics say (decisions 037 and 109).
 */
export function lateralHeartbeats(session: string, further = ''): string {
  return `lateral (select * from study_beat where session_no = ${session}.no ${further} offset 0)`
}

/** Microseconds since 1970 as a whole number, which JavaScript holds exactly. */
export const microsecondsSql = (instant: string) => `(extract(epoch from ${instant}) * 1000000)::bigint`
