import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { giveLedgerHours } from '../../../../test/factories/hours.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { runAfterStatement } from '../../../../test/statements.ts'
import { runWholeCheck } from '../../../../test/whole-check.ts'
import { call, deps, must, passTime } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { leafTextOf, MerkleTree } from './merkle.ts'
import { checkDailyRoots, checkNextDays, publishDailyRoot } from './service/daily-roots.ts'
import { checkLedger } from './service/verify.ts'
import { lockLedger } from './service.ts'

const day = 86_400

async function seal() {
  await passTime(day)
  await publishDailyRoot((await deps()).db)
}

const roots = () => must('GET /certification_grant/v1/ledger_roots', {})
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

/** Computes the root by hand as docs/ledger.md describes. */
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

describe('daily roots of the hours ledger', () => {
  let plan: Awaited<ReturnType<typeof makePlan>>
  beforeAll(async () => {
    plan = await makePlan({})
  })

  it('the path of every entry leads to the published root, for any number of students', async () => {
    const people = []
    for (let count = 0; count < 5; count += 1) {
      const student = await makeStudent()
      await giveLedgerHours(student, plan, 10)
      await giveLedgerHours(student, plan, 20)
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
    const whole = await runWholeCheck(checkDailyRoots, { db })
    expect(whole.faults).toEqual([])
    // Each slice begins with the tree that the days before it have left.
    for (const limit of [1, 2])
      expect(await runWholeCheck(({ db }, after) => checkNextDays(db, after, limit), { db })).toEqual(whole)
  })

  it('a student can prove an entry from the next midnight on, and other students cannot', async () => {
    const [student, other] = await Promise.all([makeStudent(), makeStudent()])
    await giveLedgerHours(student, plan, 10)
    const early = await askPath(student)
    expect(early.key).toBe('grant.notSealed')
    await seal()
    const before = await pathOf(student)
    await giveLedgerHours(student, plan, 10)
    expect(await pathOf(student)).toEqual(before)
    await seal()
    const after = await pathOf(student)
    expect(after.entries).toHaveLength(2)
    expect(after.seal.root).not.toBe(before.seal.root)
    expect((await askPath(other)).key).toBe('grant.notSealed')
    expect((await call('GET /certification_grant/v1/ledger_path', {})).status).toBe(401)
  })

  it('a daily root is published once and never changed', async () => {
    const { db } = await deps()
    await passTime(day)
    const before = (await roots()).total
    await Promise.all([publishDailyRoot(db), publishDailyRoot(db), publishDailyRoot(db)])
    await publishDailyRoot(db)
    expect((await roots()).total).toBe(before + 1)
    for (const statement of [
      'update hours_leaf set seq = seq + 1',
      'delete from hours_leaf',
      'truncate hours_leaf cascade',
      `update hours_root set root = 'x'`,
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
  })

  it('the verification of daily roots reports entries that were changed later', async () => {
    const student = await makeStudent()
    await giveLedgerHours(student, plan, 10)
    await seal()
    const { db } = await deps()
    const found = await db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table hours_leaf disable trigger hours_leaf_append_only`.execute(tx)
        await sql`update hours_leaf set head = sha256('x') where student_id = ${student.id}`.execute(tx)
        throw await runWholeCheck(({ db }, after) => checkNextDays(db, after, 2), { db: tx })
      })
      .catch((report: Awaited<ReturnType<typeof runWholeCheck>>) => report)
    expect(found.faults).toEqual([
      expect.stringContaining(`student ${student.id} is not what was sealed`),
      expect.stringContaining('the root is not that of its leaves'),
    ])
  })
})

it('a student without ledger entries is neither verified nor part of the daily root', async () => {
  const { db } = await deps()
  const student = await makeStudent()
  const plan = await makePlan()
  await seal()
  const count = async () => [(await runWholeCheck(checkLedger, { db })).checked, (await roots()).list[0]?.heads ?? 0]
  const before = await count()
  await inTransaction(db, (tx) => lockLedger(tx, student.id))
  await seal()
  expect(await count()).toEqual(before)
  await giveLedgerHours(student, plan, 10)
  await seal()
  expect(await count()).toEqual(before.map((count) => count + 1))
})

it('hours credited during the verification are not reported as a break of the chain', async () => {
  const { db } = await deps()
  const [student, plan] = [await makeStudent(), await makePlan()]
  await giveLedgerHours(student, plan, 10)
  const written = vi.fn(() => giveLedgerHours(student, plan, 20))
  const isHead = (row: object) => 'hash' in row && !('text' in row)
  const report = await runWholeCheck(checkLedger, { db: db.withPlugin(runAfterStatement(isHead, written)) })
  expect(written).toHaveBeenCalledOnce()
  expect(report.faults).toEqual([])
  expect((await runWholeCheck(checkLedger, { db })).checked).toBe(report.checked + 1)
})

describe('Merkle tree of the ledger', () => {
  it('a Merkle tree grown leaf by leaf has the same root as a tree built at once', () => {
    const grown = new MerkleTree()
    for (let count = 1; count <= 33; count += 1) {
      grown.set(count - 1, leafTextOf('a', count, 'b'))
      if (count % 3 === 0) grown.set(0, leafTextOf('a', 1, `changed ${count}`))
      grown.root()
    }
    const whole = new MerkleTree()
    whole.set(0, leafTextOf('a', 1, 'changed 33'))
    for (let place = 1; place < 33; place += 1) whole.set(place, leafTextOf('a', place + 1, 'b'))
    expect(grown.root()).toBe(whole.root())
  })

  it('the root of an empty Merkle tree is the hash of empty input', () => {
    expect(new MerkleTree().root()).toBe(digest('').toString('hex'))
  })
})
