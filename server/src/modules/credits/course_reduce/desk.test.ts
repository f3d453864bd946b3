import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectCallIsGuarded } from '../../../../test/expect-guarded.ts'
import {
  makeReductionType,
  makeSubmittedReduction,
  plainReductionRule,
} from '../../../../test/factories/course_reduce.ts'
import { makeOnePixelPng, sendUploadForm } from '../../../../test/factories/file.ts'
import {
  listAuditActionsOn,
  makeReductionReviewDesk,
  readProfessionalHoursIn2003,
} from '../../../../test/factories/review-desk.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { appendHours } from '../hours/service.ts'

const desk = await makeReductionReviewDesk()
const { decide, check, reverse, info } = desk

describe('reductions desk', () => {
  it('the desk shows which other applications, of any student, use the same evidence file', async () => {
    const file = makeOnePixelPng()
    const student = await makeStudent()
    const fresh = async (token: string) => (await sendUploadForm({ purpose: 'EVIDENCE', file }, token)).data.id
    const one = await makeSubmittedReduction(desk.type, { attachments: [await fresh(student.token)] }, { student })
    const other = await makeStudent({ name: '李时珍' })
    const attachments = [await fresh(other.token)]
    const two = await makeSubmittedReduction(desk.type, { attachments }, { student: other })
    const again = { attachments: [await fresh(student.token)], endDate: '2003-07-01' }
    const three = await makeSubmittedReduction(desk.type, again, { student })
    const shown = await info(three.id)
    expect(shown.duplicates).toBe(1)
    expect(shown.attachments[0]?.alsoIn).toEqual([
      expect.objectContaining({ id: one.id, sameStudent: true, state: 'SUBMITTED' }),
      expect.objectContaining({ id: two.id, sameStudent: false, studentName: '李时珍' }),
    ])
    expect((await sendRawRequest(shown.attachments[0]?.url ?? '')).status).toBe(200)
    expect(JSON.stringify(shown)).not.toContain(student.idNo)
    expect((await decide(three)).data).toMatchObject({ state: 'APPROVED' })
  })

  it('the reductions desk filters by year, type, subject, name and number, longest waiting first', async () => {
    const own = await makeReductionType(desk.first)
    const one = await makeSubmittedReduction(own)
    const two = await makeSubmittedReduction(own, { subject: 'PUBLIC' })
    const found = async (filter: object) => {
      const input = { stage: 'FIRST', typeCode: own.code, ...filter }
      const { list } = await mustStaff('POST /course_reduce/v1/list', input, desk.first.token)
      return list.map(({ id }) => id)
    }
    expect(await found({})).toEqual([one.id, two.id])
    expect(await found({ subject: 'PUBLIC' })).toEqual([two.id])
    expect(await found({ keyword: one.shown.applyNo.toLowerCase() })).toEqual([one.id])
    expect(await found({ keyword: two.student.phone })).toEqual([two.id])
    expect(await found({ year: '2004' })).toEqual([])
    expect(await found({ stage: 'APPROVED' })).toEqual([])
  })

  it('a batch approval reports each refusal and approves the rest', async () => {
    const [one, two, gone] = [
      await makeSubmittedReduction(desk.type),
      await makeSubmittedReduction(desk.type),
      await makeSubmittedReduction(desk.type),
    ]
    const back = { id: gone.id, version: gone.version }
    await must('POST /course_reduce/v1/withdraw', back, gone.student.token)
    const items = [one, gone, two].map(({ id, version }) => ({ id, version }))
    const { list } = await mustStaff('POST /course_reduce/v1/approve_all', { items }, desk.first.token)
    expect(list.map(({ done }) => done)).toEqual([true, false, true])
    expect(list[1]).toMatchObject({ applyNo: gone.shown.applyNo, problem: expect.any(String) })
    expect(await readProfessionalHoursIn2003(two.student.token)).toBe(3)
    const again = await mustStaff('POST /course_reduce/v1/approve_all', { items }, desk.first.token)
    expect(again).toEqual({ list })
  })

  it('a failure within a batch approval leaves the other approvals in place', async () => {
    const [one, broken, two] = [
      await makeSubmittedReduction(desk.type),
      await makeSubmittedReduction(desk.type),
      await makeSubmittedReduction(desk.type),
    ]
    const { db } = await deps()
    // A ledger entry without an approval makes the approval of this application fail.
    const entry = { studentId: broken.student.id, year: 2003, source: 'REDUCTION' } as const
    const what = { subject: 'PROFESSIONAL', hours: 30, title: '测试', actor: 'test' } as const
    await inTransaction(db, (tx) => appendHours(tx, [{ ...entry, ...what, sourceId: broken.id }]))
    const items = [one, broken, two].map(({ id, version }) => ({ id, version }))
    const { list } = await mustStaff('POST /course_reduce/v1/approve_all', { items }, desk.first.token)
    expect(list).toMatchObject([
      { applyNo: one.shown.applyNo, done: true, problem: null },
      {
        applyNo: broken.shown.applyNo,
        done: false,
        problem: expect.stringContaining('服务器出错'),
      },
      { applyNo: two.shown.applyNo, done: true, problem: null },
    ])
    expect(await info(broken.id)).toMatchObject({ state: 'SUBMITTED' })
    expect(await readProfessionalHoursIn2003(two.student.token)).toBe(3)
  })

  it('saving a reduction type creates a version; a used code and one of two concurrent edits are refused', async () => {
    const { id, code, rule } = await makeReductionType(desk.first)
    const save = (change: object) =>
      staffCall(
        'POST /course_reduce/v1/save_type',
        { id, version: 1, code, enabled: true, rule, ...change },
        desk.second.token,
      )
    expect(await save({ version: 0 })).toMatchObject({ code: 1, data: { version: 1 } })
    expect(await save({ rule: { ...rule, hours: 4 } })).toMatchObject({ data: { version: 2 } })
    expect(await save({ rule: { ...rule, hours: 5 } })).toMatchObject({
      key: 'reduction.typeStale',
      data: { by: desk.second.username },
    })
    expect(await save({ id: randomUUID(), version: 0 })).toMatchObject({
      key: 'reduction.codeTaken',
    })
    expect(await save({ id: randomUUID() })).toMatchObject({ key: 'reduction.noSuchType' })
    const bad = [
      ['hours', { hours: null }],
      ['unit', { unit: null }],
      ['yearCap', { yearCap: 1 }],
      ['applyTo', { applyFrom: '2026-02-01', applyTo: '2026-01-01' }],
    ] as const
    for (const [field, change] of bad)
      expect(await save({ version: 2, rule: { ...rule, ...change } })).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.any(String) } },
      })
    expect(await listAuditActionsOn(id)).toEqual(['reduction.typeSaved', 'reduction.typeSaved'])
    const { db } = await deps()
    await expect(
      db.updateTable('reductionRule').set({ name: '改写' }).where('typeId', '=', id).execute(),
    ).rejects.toThrow()
  })
})

describe('permissions of the reductions desk', () => {
  const id = randomUUID()
  const item = { id, version: 1 }
  const calls = [
    ['POST /course_reduce/v1/list', { stage: 'FIRST' }, { stage: 'ALL' }, 'stage'],
    ['GET /course_reduce/v1/info', { id }, { id: '1' }, 'id'],
    ['POST /course_reduce/v1/decide', { ...item, decision: 'APPROVE' }, { ...item, decision: 'X' }, 'decision'],
    ['POST /course_reduce/v1/approve_all', { items: [item] }, { items: [] }, 'items'],
    [
      'POST /course_reduce/v1/check',
      { ...item, verdict: 'PASS', opinion: '无误' },
      { ...item, verdict: 'PASS', opinion: '' },
      'opinion',
    ],
    ['POST /course_reduce/v1/reverse', { ...item, reason: '有误' }, { ...item, reason: '' }, 'reason'],
    [
      'POST /course_reduce/v1/save_type',
      { id, version: 0, code: 'X1', enabled: true, rule: plainReductionRule },
      { id, version: 0, code: 'x', enabled: true, rule: plainReductionRule },
      'code',
    ],
  ] as const

  it.each(calls)('%s refuses calls without sign-in, permission or valid input', async (...one) =>
    expectCallIsGuarded(desk.first, one),
  )

  it('a reader of the reductions desk cannot decide, and an unknown application is not found', async () => {
    const reader = await makeStaff({ permissions: ['reduction.read'] })
    const made = await makeSubmittedReduction(desk.type)
    expect((await info(made.id, reader)).hindrance).toContain('只能查看')
    expect(await decide(made, {}, reader)).toMatchObject({ key: 'staff.forbidden' })
    const { list } = await mustStaff('GET /course_reduce/v1/types', {}, reader.token)
    expect(list.map(({ code }) => code)).toContain(desk.type.code)
    for (const answer of [await decide(item), await check(item, 'PASS'), await reverse(item)])
      expect(answer).toMatchObject({ key: 'reduction.notFound' })
  })
})
