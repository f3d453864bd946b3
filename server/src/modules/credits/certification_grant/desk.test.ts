import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { expectCallIsGuarded } from '../../../../test/expect-guarded.ts'
import { creditProfessionalHours, makeProvenStudent, readStudentYear } from '../../../../test/factories/proof.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import type { TestStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { reverseCreditedHours } from './service/credit.ts'

const clerk = await makeStaff({ permissions: ['proof.read', 'proof.decide'], name: '证明经办' })
const reader = await makeStaff({ permissions: ['proof.read'] })

const reason = '姓名录入有误'
const find = async (filter: Record<string, string>) =>
  (await mustStaff('POST /certification_grant/v1/list', filter, reader.token)).list
const info = (id: string) => mustStaff('GET /certification_grant/v1/info', { id }, reader.token)
const decide = (what: 'revoke' | 'reissue', id: string, said = reason, who = clerk) =>
  staffCall(`POST /certification_grant/v1/${what}`, { id, reason: said }, who.token)
const proofNews = async ({ token }: TestStudent) =>
  (await must('GET /message/v1/list', {}, token)).list.filter(({ kind }) => kind === 'PROOF')
const verify = (code: string) => must('GET /certification_grant/v1/verify', { code })

describe('permissions of the proofs desk', () => {
  const id = randomUUID()
  const calls = [
    ['POST /certification_grant/v1/list', {}, { year: 'x' }, 'year'],
    ['GET /certification_grant/v1/info', { id }, { id: 'x' }, 'id'],
    ['POST /certification_grant/v1/revoke', { id, reason }, { id, reason: ' ' }, 'reason'],
    ['POST /certification_grant/v1/reissue', { id, reason }, { id }, 'reason'],
  ] as const

  it.each(calls)('%s refuses calls without sign-in, permission or valid input', async (...one) =>
    expectCallIsGuarded(clerk, one),
  )

  it('a reader of the proofs desk cannot decide, and an unknown proof is not found', async () => {
    const { proof } = await makeProvenStudent()
    for (const what of ['revoke', 'reissue'] as const) {
      expect(await decide(what, proof.id, reason, reader)).toMatchObject({ key: 'staff.forbidden' })
      expect(await decide(what, randomUUID())).toMatchObject({ key: 'grant.notFound' })
    }
    expect(await verify(proof.code)).toMatchObject({ verdict: 'GENUINE' })
  })
})

describe('proofs desk', () => {
  it('the desk finds a proof by number, code, name or certificate and shows the signed fields', async () => {
    const { proof, plan, student } = await makeProvenStudent('欧阳试验')
    const year = String(plan.year)
    const spaced = proof.code.toLowerCase().replace(/(.{4})/g, '$1 ')
    for (const keyword of [proof.number, spaced, '欧阳试', proof.certificateNo])
      expect(
        (await find({ keyword, year })).map(({ id }) => id),
        keyword,
      ).toContain(proof.id)
    for (const keyword of ['CE20990000001', '%', '没有这人', "' or 1=1"])
      expect(
        (await find({ keyword, year })).map(({ id }) => id),
        keyword,
      ).not.toContain(proof.id)
    expect(await find({ keyword: proof.number, state: 'REVOKED' })).toEqual([])
    const shown = await info(proof.id)
    expect(shown).toMatchObject({
      ...{ number: proof.number, name: '欧阳试验', studentId: student.id, state: 'ISSUED' },
      ...{ signature: 'VALID', held: false, newest: true, entries: proof.entries },
    })
    expect(shown.history).toHaveLength(1)
    expect((await sendRawRequest(shown.pdfUrl)).headers.get('content-type')).toBe('application/pdf')
  })

  it('a revoked proof shows its reason to everybody, keeps its hours and is not reissued automatically', async () => {
    const { proof, student, plan } = await makeProvenStudent()
    expect(await decide('revoke', proof.id)).toMatchObject({
      code: 1,
      data: { state: 'REVOKED', held: true, history: [{ revokedBy: '证明经办' }] },
    })
    expect(await verify(proof.code)).toMatchObject({
      ...{ verdict: 'REVOKED', revoked: { reason }, signature: 'VALID' },
    })
    const held = { state: 'REVOKED', earned: { professional: 12, public: 3 } }
    expect(await readStudentYear(student, plan)).toMatchObject(held)
    await creditProfessionalHours(student, plan, 10)
    expect(await readStudentYear(student, plan)).toMatchObject({ state: 'REVOKED' })
    expect(await decide('revoke', proof.id)).toMatchObject({ code: 1 })
    expect(await decide('revoke', proof.id, '另一个理由')).toMatchObject({ key: 'grant.revoked' })
    const told = await proofNews(student)
    expect(told.map(({ title }) => title)).toEqual([
      `${plan.year} 年度学时证明已撤销`,
      `${plan.year} 年度学时证明已生成`,
    ])
    expect(told[0]?.body).toContain(`证明编号 ${proof.number} 的学时证明已撤销，不再有效。原因：${reason}`)
    const rows = await listAuditRowsOf(proof.id)
    expect(rows.filter(({ action }) => action === 'proof.revoked')).toMatchObject([
      { actor: clerk.username, detail: { number: proof.number, reason } },
    ])
  })

  it('reissuing uses current personal data and a new number, and two concurrent requests issue one proof', async () => {
    const { proof, student, plan } = await makeProvenStudent('张三丰')
    const { db } = await deps()
    await db.updateTable('student').set({ name: '张三峰' }).where('id', '=', student.id).execute()
    const answers = await Promise.all([1, 2, 3].map(() => decide('reissue', proof.id)))
    const numbers = new Set(answers.map(({ data }) => data.number))
    expect(numbers.size).toBe(1)
    expect(numbers).not.toContain(proof.number)
    expect(answers[0]?.data).toMatchObject({ name: '张三峰', state: 'ISSUED', newest: true })
    expect(answers[0]?.data.history).toHaveLength(2)
    expect((await proofNews(student)).map(({ title }) => title.slice(-3))).toEqual(['已生成', '已撤销', '已生成'])
    expect(await verify(proof.code)).toMatchObject({
      verdict: 'REPLACED',
      revoked: { reason, replacedBy: answers[0]?.data.number },
    })
    const next = answers[0]?.data.id ?? ''
    const [, after] = [await decide('revoke', next), await decide('reissue', next)]
    expect(after).toMatchObject({ code: 1, data: { state: 'ISSUED', held: false } })
    expect(await readStudentYear(student, plan)).toMatchObject({
      state: 'ISSUED',
      number: after.data.number,
    })
    expect((await info(proof.id)).history).toHaveLength(3)
  })

  it('reissuing is refused for an older proof or without the required hours', async () => {
    const { proof, student, plan, sourceId } = await makeProvenStudent()
    const { data } = await decide('reissue', proof.id)
    await decide('revoke', data.id)
    const older = await makeProvenStudent()
    expect(await decide('reissue', older.proof.id)).toMatchObject({ code: 1 })
    const world = await deps()
    const entry = { studentId: student.id, year: plan.year, source: 'COURSE' as const, sourceId }
    await inTransaction(world.db, (tx) =>
      reverseCreditedHours(tx, world, { ...entry, actor: 'test', reason: '考试作废' }),
    )
    expect(await decide('reissue', data.id)).toMatchObject({ key: 'grant.notComplete' })
    expect(await readStudentYear(student, plan)).toMatchObject({ state: 'REVOKED' })
    const [first] = (await info(data.id)).history.slice(-1)
    expect(first?.id).toBe(proof.id)
  })

  it('students cannot use the proofs desk, and another student sees no extra data', async () => {
    const { proof, student } = await makeProvenStudent()
    expect(await staffCall('GET /certification_grant/v1/info', { id: proof.id }, student.token)).toMatchObject({
      status: 401,
    })
    const { student: other } = await makeProvenStudent()
    expect(await call('GET /certification_grant/v1/info', { id: proof.id }, other.token)).toMatchObject({
      key: 'grant.notFound',
    })
  })
})
