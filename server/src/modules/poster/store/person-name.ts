import { sql } from 'kysely'

/** A person's name instead of the username that a column keeps. */
export function personName(column: string) {
  const username = sql.ref<string>(column)
  return sql<string>`coalesce(
    (select staff.name from staff where staff.username = ${username}),
    case ${username} when 'system' then '系统' else ${username} end)`
}
