import { sql } from 'kysely'
import { selectCase } from '../../src/modules/order/store/cases.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { Story } from './story.ts'

/** Cases of the story's orders, of money under none of its numbers, and of its days as a whole. */
export function casesOf({ db }: Pick<Deps, 'db'>, { orders, strangers, since }: Story) {
  const foreign = strangers.map(({ outTradeNo }) => outTradeNo)
  return selectCase(db)
    .where('foundAt', '>=', since)
    .where(({ eb, or, and }) =>
      or([
        eb('orderNo', 'in', ['', ...orders]),
        eb('subject', 'in', ['', ...foreign]),
        eb(sql`split_part(subject, ' ', 1)`, 'in', ['', ...foreign]),
        and([
          eb('kind', '=', 'NOT_AT_CHANNEL'),
          eb('orderNo', 'is', null),
          eb('day', '>=', sql<string>`shanghai_date(${since}::timestamptz)`),
        ]),
      ]),
    )
    .orderBy('foundAt')
    .orderBy('id')
    .execute()
}
