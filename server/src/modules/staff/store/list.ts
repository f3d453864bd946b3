import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

/** One page of the accounts, oldest first, and how many there are; the keyword is part of username or name. */
export function listStaff(
  db: Db,
  { keyword, ...paging }: Paging & { keyword?: string | undefined },
) {
  const like = keyword ? containing(keyword) : null
  const found = db
    .selectFrom('staff')
    .where((or) =>
      like ? or.or([or('username', 'ilike', like), or('name', 'ilike', like)]) : or.lit(true),
    )
  const rows = found
    .select(['id', 'username', 'name', 'disabledAt', 'createdAt'])
    .select([
      sql<boolean>`totp_secret is not null`.as('hasTotp'),
      sql<Date | null>`(select max(seen_at) from staff_session where staff_id = staff.id)`.as(
        'lastSeenAt',
      ),
    ])
    .orderBy('createdAt')
    .orderBy('id')
  return pageOf(rows, paging)
}

/** Of all accounts, those of the past as well. */
export function listNames(db: Db) {
  return db.selectFrom('staff').select(['username', 'name']).orderBy('username').execute()
}
