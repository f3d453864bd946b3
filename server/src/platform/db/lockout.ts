import { type RawBuilder, sql } from 'kysely'

/** When wrong passwords lock a name, and for how long. */
export interface LockRule {
  failures: number
  windowSeconds: number
}

/**
 * The names that are locked, each with the seconds left; to be selected from. A name's newest failures lie within the window, and
 * the last of them locks for as long again. A locked name takes no further failures, so none can keep it locked.
 * @param attempts a query of failures: name, id, at; none is looked at that is older than two windows
 */
export function lockedNames(
  attempts: RawBuilder<unknown>,
  { failures, windowSeconds }: LockRule,
): RawBuilder<{ name: Buffer; left: number }> {
  const window = sql`interval '1 second' * ${windowSeconds}::int`
  return sql`(
    select name, ceil(extract(epoch from max(at) + ${window} - app_now()))::int as left
    from (select name, at, row_number() over (partition by name order by id desc) as nth from (${attempts}) attempt
      where at > (select app_now()) - 2 * ${window}) newest
    where nth <= ${failures}::int
    group by name
    having count(*) = ${failures}::int and max(at) - min(at) < ${window} and max(at) > (select app_now()) - ${window})`
}
