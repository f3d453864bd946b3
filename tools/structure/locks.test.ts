import { describe, expect, it } from 'vitest'
import { findListWrites, findUnorderedLocks } from './rules/locks.ts'

/** Builds source code with this SQL, in which IDS stands for a list value. */
const list = (said: string) => `sql\`${said.replace('IDS', '$'.concat('{ids}'))}\``

describe('the rule about row locks', () => {
  it('finds a select that locks several rows without an order, in SQL text and in the query builder', () => {
    expect(findUnorderedLocks('sql`select id from sign where plan_id = any(x) for update`')).toEqual([1])
    const built = `\n\ntx.selectFrom('sign').select('id').where('id', 'in', ids).forUpdate()`
    expect(findUnorderedLocks(built)).toEqual([3])
  })

  it('the lock rule accepts an order, a single row by key, and skipping of locked rows', () => {
    const fine = [
      'sql`select id from sign where plan_id = any(x) order by id for update`',
      list('select id from sign where id = IDS for update'),
      'sql`select id from sign limit 5 for update skip locked`',
      `\n\ntx.selectFrom('sign').select('id').where('id', '=', id).forUpdate()`,
      `\n\ntx.selectFrom('sign').select('id').where('id', 'in', ids).orderBy('id').forUpdate()`,
    ]
    expect(fine.flatMap(findUnorderedLocks)).toEqual([])
  })

  it('findListWrites names the function that updates a list of rows without locking the rows first', () => {
    const head = 'export async function setPaid(tx) {\n'
    const bare = list('update sign set paid = true where id = any(IDS::uuid[])')
    expect(findListWrites(head + bare)).toEqual([{ line: 2, name: 'setPaid' }])
    const built = `tx.updateTable('sign').set(paid).where('id', 'in', ids).execute()`
    expect(findListWrites(head + built)).toEqual([{ line: 2, name: 'setPaid' }])
    const ordered = list(
      'with held as (select id from sign where id = any(IDS) order by id for update)\n' +
        'update sign set paid = true from held where sign.id = held.id',
    )
    expect(findListWrites(head + ordered)).toEqual([])
    expect(findListWrites(`${head}sql\`update sign set paid = true where id = \${id}\``)).toEqual([])
  })
})
