import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSubmitted, makeType, plainRule } from '../../../test/factories/course_reduce.ts'
import { onePixelPng, upload } from '../../../test/factories/file.ts'
import {
  actionsOn,
  earnedIn2003,
  makeReviewDesk,
  type ReviewDesk,
  reviewing,
} from '../../../test/factories/review-desk.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { expectGuarded } from '../../../test/guarded.ts'
import { ask, deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { appendHours } from '../hours/service.ts'

let desk: ReviewDesk
beforeAll(async () => {
  desk = await makeReviewDesk()
})

const { decide, check, reverse, info } = reviewing(() => desk)

describe('the desk', () => {
  it('shows evidence of the same content elsewhere, of this student and of others', async () => {
    const file = onePixelPng()
    const student = await makeStudent()
    const fresh = async (token: string) =>
      (await upload({ purpose: 'EVIDENCE', file }, token)).data.id
    const one = await makeSubmitted(
      desk.type,
      { attachments: [await fresh(student.token)] },
      { student },
    )
    const other = await makeStudent({ name: '李时珍' })
    const attachments = [await fresh(other.token)]
    const two = await makeSubmitted(desk.type, { attachments }, { student: other })
    const again = { attachments: [await fresh(student.token)], endDate: '2003-07-01' }
    const three = await makeSubmitted(desk.type, again, { student })
    const shown = await info(three.id)
    expect(shown.duplicates).toBe(1)
    expect(shown.attachments[0]?.alsoIn).toEqual([
      expect.objectContaining({ id: one.id, sameStudent: true, state: 'SUBMITTED' }),
      expect.objectContaining({ id: two.id, sameStudent: false, studentName: '李时珍' }),
    ])
    expect((await ask(shown.attachments[0]?.url ?? '')).status).toBe(200)
    expect(JSON.stringify(shown)).not.toContain(student.idNo)
    // shown, never silently refused
    expect((await decide(three)).data).toMatchObject({ state: 'APPROVED' })
  })

  it('finds what waits by year, type, subject, name and number, the longest waiting first', async () => {
    const own = await makeType(desk.first)
    const one = await makeSubmitted(own)
    const two = await makeSubmitted(own, { subject: 'PUBLIC' })
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

  it('approves many at once; what is refused says why and hinders nobody', async () => {
    const [one, two, gone] = [
      await makeSubmitted(desk.type),
      await makeSubmitted(desk.type),
      await makeSubmitted(desk.type),
    ]
    const back = { id: gone.id, version: gone.version }
    await must('POST /course_reduce/v1/withdraw', back, gone.student.token)
    const items = [one, gone, two].map(({ id, version }) => ({ id, version }))
    const { list } = await mustStaff(
      'POST /course_reduce/v1/approve_all',
      { items },
      desk.first.token,
    )
    expect(list.map(({ done }) => done)).toEqual([true, false, true])
    expect(list[1]).toMatchObject({ applyNo: gone.shown.applyNo, problem: expect.any(String) })
    expect(await earnedIn2003(two.student.token)).toBe(3)
    const again = await mustStaff('POST /course_reduce/v1/approve_all', { items }, desk.first.token)
    expect(again).toEqual({ list })
  })

  it('approves many at once: what fails is told of itself, and those before and after it are done', async () => {
    const [one, broken, two] = [
      await makeSubmitted(desk.type),
      await makeSubmitted(desk.type),
      await makeSubmitted(desk.type),
    ]
    const { db } = await deps()
    // hours that no approval gave: what no rule foresees
    const entry = { studentId: broken.student.id, year: 2003, source: 'REDUCTION' } as const
    const what = { subject: 'PROFESSIONAL', hours: 30, title: '测试', actor: 'test' } as const
    await inTransaction(db, (tx) => appendHours(tx, [{ ...entry, ...what, sourceId: broken.id }]))
    const items = [one, broken, two].map(({ id, version }) => ({ id, version }))
    const { list } = await mustStaff(
      'POST /course_reduce/v1/approve_all',
      { items },
      desk.first.token,
    )
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
    expect(await earnedIn2003(two.student.token)).toBe(3)
  })

  it('keeps the dictionary: versions, one code each, two at once', async () => {
    const { id, code, rule } = await makeType(desk.first)
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
    expect(await actionsOn(id)).toEqual(['reduction.typeSaved', 'reduction.typeSaved'])
    const { db } = await deps()
    await expect(
      db.updateTable('reductionRule').set({ name: '改写' }).where('typeId', '=', id).execute(),
    ).rejects.toThrow()
  })
})

describe('every call of the desk', () => {
  const id = randomUUID()
  const item = { id, version: 1 }
  const calls = [
    ['POST /course_reduce/v1/list', { stage: 'FIRST' }, { stage: 'ALL' }, 'stage'],
    ['GET /course_reduce/v1/info', { id }, { id: '1' }, 'id'],
    [
      'POST /course_reduce/v1/decide',
      { ...item, decision: 'APPROVE' },
      { ...item, decision: 'X' },
      'decision',
    ],
    ['POST /course_reduce/v1/approve_all', { items: [item] }, { items: [] }, 'items'],
    [
      'POST /course_reduce/v1/check',
      { ...item, verdict: 'PASS', opinion: '无误' },
      { ...item, verdict: 'PASS', opinion: '' },
      'opinion',
    ],
    [
      'POST /course_reduce/v1/reverse',
      { ...item, reason: '有误' },
      { ...item, reason: '' },
      'reason',
    ],
    [
      'POST /course_reduce/v1/save_type',
      { id, version: 0, code: 'X1', enabled: true, rule: plainRule },
      { id, version: 0, code: 'x', enabled: true, rule: plainRule },
      'code',
    ],
  ] as const

  it.each(calls)('%s asks for sign-in, the permission and good input', async (...one) =>
    expectGuarded(desk.first, one),
  )

  it('who may only look decides nothing, and what is not there is not found', async () => {
    const reader = await makeStaff({ permissions: ['reduction.read'] })
    const made = await makeSubmitted(desk.type)
    expect((await info(made.id, reader)).hindrance).toContain('只能查看')
    expect(await decide(made, {}, reader)).toMatchObject({ key: 'staff.forbidden' })
    const { list } = await mustStaff('GET /course_reduce/v1/types', {}, reader.token)
    expect(list.map(({ code }) => code)).toContain(desk.type.code)
    for (const answer of [await decide(item), await check(item, 'PASS'), await reverse(item)])
      expect(answer).toMatchObject({ key: 'reduction.notFound' })
  })
})
