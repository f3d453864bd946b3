import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { giveHours } from '../../../test/factories/hours.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { afterwards } from '../../../test/statements.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { leafText, MerkleTree } from './merkle.ts'
import { lockLedger, sealDay, verifyChains, verifySeals } from './service.ts'

const day = 86_400

async function seal() {
  await passTime(day)
  await sealDay((await deps()).db)
}

const roots = () => must('GET /certification_grant/v1/ledger_roots', {})
/** With a session of today: a day has passed since the last. */
async function askPath({ id }: { id: string }) {
  const { sessions, db } = await deps()
  return call('GET /certification_grant/v1/ledger_path', {}, await sessions.issue(db, id))
}
async function pathOf(student: { id: string }) {
  const { data, msg } = await askPath(student)
  expect(msg).toBe('ok')
  return data
}
type LedgerPath = Awaited<ReturnType<typeof pathOf>>

const digest = (...parts: (string | Buffer)[]) =>
  hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part as string))), 'buffer')

/** docs/ledger.md, by hand. */
function rootOf({ leaf, path, entries }: LedgerPath): string {
  let link = digest(leaf.studentId).toString('hex')
  for (const { text } of entries) {
    expect(text.endsWith(`\u001f${link}`)).toBe(true)
    link = digest(text).toString('hex')
  }
  expect(link).toBe(leaf.head)
  let node = digest('\0', `${leaf.studentId}|${leaf.seq}|${link}`)
  for (const { side, hash: other } of path) {
    const neighbour = Buffer.from(other, 'hex')
    node = side === 'LEFT' ? digest('\x01', neighbour, node) : digest('\x01', node, neighbour)
  }
  return node.toString('hex')
}

describe('the sealed days', () => {
  let plan: Awaited<ReturnType<typeof makePlan>>
  beforeAll(async () => {
    plan = await makePlan({})
  })

  it('lead from every hour to the published root, for any number of students', async () => {
    const people = []
    for (let count = 0; count < 5; count += 1) {
      const student = await makeStudent()
      await giveHours(student, plan, 10)
      await giveHours(student, plan, 20)
      people.push(student)
      await seal()
      const newest = (await roots()).list[0]
      for (const student of people) {
        const path = await pathOf(student)
        expect(path.seal).toEqual(newest)
        expect(path.entries).toHaveLength(2)
        expect(rootOf(path)).toBe(newest?.root)
      }
    }
    const { db } = await deps()
    expect((await verifySeals(db)).breaks).toEqual([])
  })

  it('show an hour from the next midnight on, and only to its student', async () => {
    const [student, other] = await Promise.all([makeStudent(), makeStudent()])
    await giveHours(student, plan, 10)
    const early = await askPath(student)
    expect(early.key).toBe('grant.notSealed')
    await seal()
    const before = await pathOf(student)
    await giveHours(student, plan, 10)
    expect(await pathOf(student)).toEqual(before)
    await seal()
    const after = await pathOf(student)
    expect(after.entries).toHaveLength(2)
    expect(after.seal.root).not.toBe(before.seal.root)
    expect((await askPath(other)).key).toBe('grant.notSealed')
    expect((await call('GET /certification_grant/v1/ledger_path', {})).status).toBe(401)
  })

  it('are sealed once, by two at once, and never changed', async () => {
    const { db } = await deps()
    await passTime(day)
    const before = (await roots()).total
    await Promise.all([sealDay(db), sealDay(db), sealDay(db)])
    await sealDay(db)
    expect((await roots()).total).toBe(before + 1)
    for (const statement of [
      'update hours_leaf set seq = seq + 1',
      'delete from hours_leaf',
      'truncate hours_leaf cascade',
      `update hours_root set root = 'x'`,
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
  })

  it('name what was changed behind them', async () => {
    const student = await makeStudent()
    await giveHours(student, plan, 10)
    await seal()
    const { db } = await deps()
    const found = await db
      .transaction()
      .execute(async (tx) => {
        // as somebody with the database's keys would
        await sql`alter table hours_leaf disable trigger hours_leaf_append_only`.execute(tx)
        await sql`update hours_leaf set head = sha256('x') where student_id = ${student.id}`.execute(
          tx,
        )
        throw await verifySeals(tx)
      })
      .catch((report: Awaited<ReturnType<typeof verifySeals>>) => report)
    expect(found.breaks).toEqual([
      expect.stringContaining(`student ${student.id} is not what was sealed`),
      expect.stringContaining('the root is not that of its leaves'),
    ])
  })
})

it('a chain that was only locked is none yet: neither verified nor sealed as one', async () => {
  const { db } = await deps()
  const student = await makeStudent()
  const plan = await makePlan()
  await seal()
  const count = async () => [(await verifyChains(db)).students, (await roots()).list[0]?.heads ?? 0]
  const before = await count()
  await inTransaction(db, (tx) => lockLedger(tx, student.id))
  await seal()
  expect(await count()).toEqual(before)
  await giveHours(student, plan, 10)
  await seal()
  expect(await count()).toEqual(before.map((chains) => chains + 1))
})

it('hours that are written while the chains are walked are no break', async () => {
  const { db } = await deps()
  const [student, plan] = [await makeStudent(), await makePlan()]
  await giveHours(student, plan, 10)
  const written = vi.fn(() => giveHours(student, plan, 20))
  const isHead = (row: object) => 'hash' in row && !('text' in row)
  const report = await verifyChains(db.withPlugin(afterwards(isHead, written)))
  expect(written).toHaveBeenCalledOnce()
  expect(report.breaks).toEqual([])
  expect((await verifyChains(db)).entries).toBe(report.entries + 1)
})

describe('the tree', () => {
  it('is the same grown leaf by leaf as at once', () => {
    const grown = new MerkleTree()
    for (let count = 1; count <= 33; count += 1) {
      grown.set(count - 1, leafText('a', count, 'b'))
      if (count % 3 === 0) grown.set(0, leafText('a', 1, `changed ${count}`))
      grown.root()
    }
    const whole = new MerkleTree()
    whole.set(0, leafText('a', 1, 'changed 33'))
    for (let place = 1; place < 33; place += 1) whole.set(place, leafText('a', place + 1, 'b'))
    expect(grown.root()).toBe(whole.root())
  })

  it('of nothing is the hash of nothing', () => {
    expect(new MerkleTree().root()).toBe(digest('').toString('hex'))
  })
})
