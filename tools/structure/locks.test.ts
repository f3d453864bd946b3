import { describe, expect, it } from 'vitest'
import { unorderedLocks, writesByList } from './rules/locks.ts'

/** SQL of ours with a value where IDS stands. */
const list = (said: string) => `sql\`${said.replace('IDS', '$'.concat('{ids}'))}\``

describe('the rule about locks', () => {
  it('finds a select that locks several rows in no order, said or built', () => {
    expect(unorderedLocks('sql`select id from sign where plan_id = any(x) for update`')).toEqual([
      1,
    ])
    const built = `\n\ntx.selectFrom('sign').select('id').where('id', 'in', ids).forUpdate()`
    expect(unorderedLocks(built)).toEqual([3])
  })

  it('takes an order, one row by its key, and what passes over held rows', () => {
    const fine = [
      'sql`select id from sign where plan_id = any(x) order by id for update`',
      list('select id from sign where id = IDS for update'),
      'sql`select id from sign limit 5 for update skip locked`',
      `\n\ntx.selectFrom('sign').select('id').where('id', '=', id).forUpdate()`,
      `\n\ntx.selectFrom('sign').select('id').where('id', 'in', ids).orderBy('id').forUpdate()`,
    ]
    expect(fine.flatMap(unorderedLocks)).toEqual([])
  })

  it('names the function that writes the rows of a list without locking them first', () => {
    const head = 'export async function setPaid(tx) {\n'
    const bare = list('update sign set paid = true where id = any(IDS::uuid[])')
    expect(writesByList(head + bare)).toEqual([{ line: 2, name: 'setPaid' }])
    const built = `tx.updateTable('sign').set(paid).where('id', 'in', ids).execute()`
    expect(writesByList(head + built)).toEqual([{ line: 2, name: 'setPaid' }])
    const ordered = list(
      'with held as (select id from sign where id = any(IDS) order by id for update)\n' +
        'update sign set paid = true from held where sign.id = held.id',
    )
    expect(writesByList(head + ordered)).toEqual([])
    expect(writesByList(`${head}sql\`update sign set paid = true where id = \${id}\``)).toEqual([])
  })
})
