import { sql } from 'kysely'
import { selectMoneyCase } from '../../src/modules/money/order/store/cases.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { MoneyStory } from './story.ts'

export function listStoryCases({ db }: Pick<Deps, 'db'>, { orders, strangers, since }: MoneyStory) {
  const foreign = strangers.map(({ outTradeNo }) => outTradeNo)
  return selectMoneyCase(db)
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
