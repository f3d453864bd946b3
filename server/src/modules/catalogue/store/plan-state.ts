import { sql } from 'kysely'

export type OpenedState = 'UPCOMING' | 'OPEN' | 'CLOSED'

/** How a plan that is no draft stands by the rules' clock: for a query in which only `plan` has such columns. */
export const openedState = sql<OpenedState>`case
  when closed_at is not null or app_now() >= sign_end_at then 'CLOSED'
  when app_now() < sign_start_at then 'UPCOMING' else 'OPEN' end`
