import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { giveLedgerHours } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk } from '../../../../test/factories/merge.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { runWholeCheck } from '../../../../test/whole-check.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { checkLedger } from '../hours/service/verify.ts'
import { recordPublicHours } from './service/record.ts'

const desk = () => makeStaff({ permissions: ['student.read', 'student.import'] })

async function makeRecorded(hours = 300) {
  const [student, plan, staff] = await Promise.all([
    makeStudent(),
    makePlan({ requiredProfessional: 10, requiredPublic: 300 }),
    desk(),
  ])
  const enter = async (tenths: number) =>
    recordPublicHours(await deps(), {
      account: student.phone,
      year: plan.year,
      hours: tenths / 10,
      title: '公需科目',
      reference: '省人社厅/A-1',
      actor: 'staff:test',
    })
  await giveLedgerHours(student, plan, 10)
  expect(await enter(hours)).toBe(true)
  return { student, plan, staff, enter }
}

const ledgerOf = async ({ id }: { id: string }, token: string) =>
  (await mustStaff('GET /certification_grant/v1/ledger', { studentId: id }, token)).entries

async function proofOf({ token }: TestStudent, { year }: { year: number }) {
  const { list } = await must('GET /certification_grant/v1/query', { year: String(year) }, token)
  return list[0]
}

it('reversing a wrong record removes its hours and proof, and the certificate can be entered again', async () => {
  const { student, plan, staff, enter } = await makeRecorded()
  expect(await proofOf(student, plan)).toMatchObject({ state: 'ISSUED' })
  const [record] = await ledgerOf(student, staff.token)
  expect(record).toMatchObject({
    ...{ source: 'RECORD', subject: 'PUBLIC', hours: 30, reversed: false },
    reference: '省人社厅/A-1',
  })
  const back = { studentId: student.id, seq: record?.seq ?? 0, reason: '学时录错' }
  const after = await mustStaff('POST /certification_grant/v1/reverse_record', back, staff.token)
  expect(after.entries.slice(0, 2)).toMatchObject([
    { source: 'REVERSAL', hours: -30 },
    { source: 'RECORD', reversed: true },
  ])
  expect(await mustStaff('POST /certification_grant/v1/reverse_record', back, staff.token)).toEqual(after)
  expect(await proofOf(student, plan)).toMatchObject({
    state: 'REVOKED',
    earned: { public: 0 },
  })
  expect(await listAuditRowsOf(student.id)).toMatchObject([
    { action: 'hours.recorded' },
    { action: 'hours.recordReversed', detail: { reason: '学时录错', tenths: 300 } },
  ])
  const { list } = await must('GET /message/v1/list', {}, student.token)
  expect(list.map(({ title }) => title)).toContain('录入的公需学时已冲销')
  expect(await enter(310)).toBe(true)
  expect(await enter(310)).toBe(false)
  expect(await proofOf(student, plan)).toMatchObject({ state: 'ISSUED', earned: { public: 31 } })
  expect((await ledgerOf(student, staff.token))[0]).toMatchObject({ reference: '省人社厅/A-1' })
  const report = await runWholeCheck(checkLedger, { db: (await deps()).db })
  expect(report.faults.filter((line) => line.includes(student.id))).toEqual([])
})

it('concurrent reversals of one record reverse it once', async () => {
  const { student, plan, staff } = await makeRecorded()
  const [record] = await ledgerOf(student, staff.token)
  const back = { studentId: student.id, seq: record?.seq ?? 0, reason: '学时录错' }
  await Promise.all([1, 2, 3].map(() => mustStaff('POST /certification_grant/v1/reverse_record', back, staff.token)))
  expect(await proofOf(student, plan)).toMatchObject({ earned: { public: 0 } })
})

it('a record entered again counts once after a merge of accounts', async () => {
  const { student: kept, plan, staff, enter } = await makeRecorded()
  const [record] = await ledgerOf(kept, staff.token)
  const back = { studentId: kept.id, seq: record?.seq ?? 0, reason: '学时录错' }
  await mustStaff('POST /certification_grant/v1/reverse_record', back, staff.token)
  await enter(300)
  const closed = await makeStudent()
  const sourceId = `${plan.year}/省人社厅/A-1`
  await giveLedgerHours(closed, plan, 300, { subject: 'PUBLIC', sourceId })
  await (await makeMergeTestDesk()).merge(kept, closed)
  expect(await proofOf(kept, plan)).toMatchObject({ earned: { public: 30 } })
})

it('a record from a merged account cannot be entered twice and can be reversed', async () => {
  const { student: kept, plan, staff, enter } = await makeRecorded()
  const takeBack = async (student: { id: string }) => {
    const record = (await ledgerOf(student, staff.token)).find((entry) => entry.source === 'RECORD' && !entry.reversed)
    const back = { studentId: student.id, seq: record?.seq ?? 0, reason: '学时录错' }
    await mustStaff('POST /certification_grant/v1/reverse_record', back, staff.token)
  }
  await takeBack(kept)
  const closed = await makeStudent()
  const record = { account: closed.phone, year: plan.year, title: '公需科目', actor: 'staff:test' }
  const there = { ...record, reference: '省人社厅/A-1', hours: 30 }
  await recordPublicHours(await deps(), there)
  await takeBack(closed)
  await recordPublicHours(await deps(), there)
  await (await makeMergeTestDesk()).merge(kept, closed)
  expect(await proofOf(kept, plan)).toMatchObject({ earned: { public: 30 } })
  expect(await enter(300)).toBe(false)
  await takeBack(kept)
  expect(await proofOf(kept, plan)).toMatchObject({ earned: { public: 0 } })
})

it('only records can be reversed, and only by staff who may enter them', async () => {
  const { student, staff } = await makeRecorded()
  const entries = await ledgerOf(student, staff.token)
  const course = entries.find(({ source }) => source === 'COURSE')
  const asked = { studentId: student.id, seq: course?.seq ?? 0, reason: '不是录入的' }
  const reverse = (input: object, token: string) =>
    staffCall('POST /certification_grant/v1/reverse_record', { ...asked, ...input }, token)
  for (const seq of [asked.seq, 99])
    expect(await reverse({ seq }, staff.token)).toMatchObject({ key: 'grant.noSuchRecord' })
  expect(await reverse({ studentId: randomUUID() }, staff.token)).toMatchObject({
    key: 'student_desk.notFound',
  })
  expect(await reverse({ seq: 0 }, staff.token)).toMatchObject({ key: 'common.invalid' })
  expect(await reverse({ reason: '' }, staff.token)).toMatchObject({ key: 'common.invalid' })
  const reader = await makeStaff({ permissions: ['student.read'] })
  expect(await reverse({}, reader.token)).toMatchObject({ key: 'staff.forbidden' })
  expect(
    await staffCall('GET /certification_grant/v1/ledger', { studentId: randomUUID() }, reader.token),
  ).toMatchObject({ key: 'student_desk.notFound' })
})
