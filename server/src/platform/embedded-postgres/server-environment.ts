/** What PostgreSQL's programs may see of our environment: not our secrets, not somebody's PGDATA. */
const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP']

/**
 * @param stalePid a process id that PostgreSQL is to believe dead although a zombie or a stranger bears
 *   it now. Without this a start fails with "lock file already exists". PostgreSQL's other safeguard,
 *   shared memory still in use, stays.
 */
export function serverEnvironment(stalePid?: number): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {}
  for (const name of KEPT) if (process.env[name] !== undefined) env[name] = process.env[name]
  if (stalePid !== undefined) env.PG_GRANDPARENT_PID = String(stalePid)
  return env
}
