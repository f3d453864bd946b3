import { sql } from 'kysely'

export type OpenedPlanState = 'UPCOMING' | 'OPEN' | 'CLOSED'

/** Uses the database clock. The query must have no other table with these columns. */
export const openedPlanStateSql = sql<OpenedPlanState>`case
  when closed_at is not null or app_now() >= sign_end_at then 'CLOSED'
  when app_now() < sign_start_at then 'UPCOMING' else 'OPEN' end`
