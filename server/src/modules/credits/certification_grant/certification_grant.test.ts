import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../../test/factories/catalogue.ts'
import {
  creditProfessionalHours,
  makeProvenStudent,
  readStudentYear,
  recordTestHours,
  makePlanWithFewHours as year,
} from '../../../../test/factories/proof.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { readPdfText } from '../../../../test/pdf-text.ts'
import { runWholeCheck } from '../../../../test/whole-check.ts'
import {
  call,
  deps,
  must,
  mustStaff,
  nextOrigin,
  sendRawRequest,
  waitForBlockedTransaction,
  world,
} from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { checkLedger } from '../hours/service/verify.ts'
import { loadHoursTotals, lockLedger } from '../hours/service.ts'
import { creditHours, reverseCreditedHours } from './service/credit.ts'
import { proofSnapshotShape } from './snapshot.ts'

describe('hours ledger and automatic proof', () => {
  it('a proof is issued only when both subjects have their required hours; surplus stays in its subject', async () => {
    const [student, plan] = await Promise.all([makeStudent(), year()])
    await creditProfessionalHours(student, plan, 200)
    expect(await readStudentYear(student, plan)).toMatchObject({
      state: 'INCOMPLETE',
      earned: { professional: 20, public: 0 },
      missing: { professional: 0, public: 3 },
      proofId: null,
    })
    await recordTestHours(student, plan, 2.9)
    expect(await readStudentYear(student, plan)).toMatchObject({
      state: 'INCOMPLETE',
      missing: { public: 0.1 },
    })
    await recordTestHours(student, plan, 0.1)
    expect(await readStudentYear(student, plan)).toMatchObject({
      state: 'ISSUED',
      number: expect.stringMatching(/^CE\d{11}$/),
    })
  })

  it('concurrent credits of the same source count once, and a complete year gets one proof', async () => {
    const [student, plan] = await Promise.all([makeStudent(), year()])
    const sourceId = randomUUID()
    const added = await Promise.all([1, 2, 3, 4].map(() => creditProfessionalHours(student, plan, 120, sourceId)))
    expect(added.filter((one) => one.added)).toHaveLength(1)
    const records = await Promise.all([1, 2, 3].map(() => recordTestHours(student, plan, 3, 'same')))
    expect(records.filter(Boolean)).toHaveLength(1)
    await Promise.all([1, 2, 3].map(() => creditProfessionalHours(student, plan, 10)))
    const { db } = await deps()
    const proofs = await db.selectFrom('proof').select('id').where('studentId', '=', student.id).execute()
    expect(proofs).toHaveLength(1)
    expect((await runWholeCheck(checkLedger, { db })).faults).toEqual([])
  })

  it('a batch credit gives each student the hours once and each complete year its own proof', async () => {
    const world = await deps()
    const plan = await makePlan({ requiredProfessional: 120, requiredPublic: 0 })
    const [twice, full, short] = await Promise.all([makeStudent(), makeStudent(), makeStudent()])
    const { sourceId } = await creditProfessionalHours(twice, plan, 60)
    const entry = (student: TestStudent, hours: number, source: string = randomUUID()) => ({
      ...{ studentId: student.id, year: plan.year, hours, sourceId: source },
      ...({ subject: 'PROFESSIONAL', source: 'COURSE', title: '测试课程', actor: 'test' } as const),
    })
    const [again, rest] = [entry(twice, 60, sourceId), entry(twice, 60)]
    const added = await inTransaction(world.db, (tx) =>
      creditHours(tx, world, [...[again, rest, { ...rest }], ...[entry(full, 70), entry(full, 50), entry(short, 119)]]),
    )
    expect(added.map(({ hours }) => hours)).toEqual([60, 70, 50, 119])
    const years = await Promise.all([twice, full, short].map((one) => readStudentYear(one, plan)))
    expect(years.map((one) => one?.state)).toEqual(['ISSUED', 'ISSUED', 'INCOMPLETE'])
    expect(new Set(years.map((one) => one?.number)).size).toBe(3)
    const { proofId } = years[1] ?? {}
    const proof = await must('GET /certification_grant/v1/info', { id: proofId ?? '' }, full.token)
    expect(proof.entries.map(({ hours }) => hours)).toEqual([7, 5])
    expect((await runWholeCheck(checkLedger, { db: world.db })).faults).toEqual([])
  })

  it('the ledger table refuses UPDATE, DELETE and TRUNCATE, and verification finds a forged row', async () => {
    const { student } = await makeProvenStudent()
    const { db } = await deps()
    const attempt = (statement: string) => sql.raw(statement).execute(db)
    await expect(attempt(`update hours_ledger set hours = 900 where student_id = '${student.id}'`)).rejects.toThrow(
      'append-only',
    )
    await expect(attempt(`delete from hours_ledger where student_id = '${student.id}'`)).rejects.toThrow('append-only')
    for (const statement of [
      'truncate hours_ledger',
      `update hours_head set seq = 9 where student_id = '${student.id}'`,
      `delete from hours_head where student_id = '${student.id}'`,
      'truncate hours_head cascade',
      'truncate hours_root cascade',
      'truncate answer_log',
      'truncate security_log',
      `delete from proof where student_id = '${student.id}'`,
    ])
      await expect(attempt(statement)).rejects.toThrow('append-only')
    await attempt('alter table hours_ledger disable trigger hours_ledger_append_only')
    const original = await sql<{
      hours: number
    }>`select hours from hours_ledger where student_id = ${student.id} and seq = 1`.execute(db)
    await attempt(`update hours_ledger set hours = 900 where student_id = '${student.id}' and seq = 1`)
    const { faults: breaks } = await runWholeCheck(checkLedger, { db })
    expect(breaks).toEqual([`student ${student.id}, entry 1: was changed after it was written`])
    await sql`update hours_ledger set hours = ${original.rows[0]?.hours} where student_id = ${student.id} and seq = 1`.execute(
      db,
    )
    await attempt('alter table hours_ledger enable trigger hours_ledger_append_only')
    expect((await runWholeCheck(checkLedger, { db })).faults).toEqual([])
  })

  it('a reversal revokes the proof with its reason, and earning the hours again issues a new one', async () => {
    const { student, plan, sourceId, proof } = await makeProvenStudent()
    const world = await deps()
    const withdraw = () =>
      inTransaction(world.db, (tx) =>
        reverseCreditedHours(tx, world, {
          studentId: student.id,
          year: plan.year,
          source: 'COURSE',
          sourceId,
          actor: 'test',
          reason: '考试作废',
        }),
      )
    expect(await withdraw()).toBe(true)
    expect(await withdraw()).toBe(false)
    expect(await readStudentYear(student, plan)).toMatchObject({
      state: 'REVOKED',
      earned: { professional: 0, public: 3 },
      revokeReason: '考试作废',
    })
    expect(await must('GET /certification_grant/v1/verify', { code: proof.code })).toMatchObject({
      verdict: 'REVOKED',
      signature: 'VALID',
      revoked: { reason: '证明所依据的学时已撤回', replacedBy: null },
    })
    await creditProfessionalHours(student, plan, 120)
    const again = await readStudentYear(student, plan)
    expect(again).toMatchObject({ state: 'ISSUED' })
    expect(again?.number).not.toBe(proof.number)
    const { entries } = await must('GET /certification_grant/v1/info', { id: again?.proofId ?? '' }, student.token)
    expect(entries.map(({ source, hours }) => [source, hours])).toEqual([
      ['RECORD', 3],
      ['COURSE', 12],
    ])
  })

  it('public hours are not recorded for an account that was closed meanwhile', async () => {
    const [student, kept, plan] = await Promise.all([makeStudent(), makeStudent(), year()])
    const { db } = await deps()
    const { recording } = await inTransaction(db, async (tx) => {
      await lockLedger(tx, student.id)
      const recording = recordTestHours(student, plan, 3)
      // The expectation is below; this line only avoids an unhandled rejection.
      recording.catch(() => {})
      await waitForBlockedTransaction(tx)
      const closed = { closedAt: sql<Date>`app_now()`, mergedInto: kept.id }
      await tx.updateTable('student').set(closed).where('id', '=', student.id).execute()
      return { recording }
    })
    await expect(recording).rejects.toMatchObject({ key: 'common.notFound' })
    expect(await loadHoursTotals(db, student.id)).toEqual([])
  })

  it('invalid hour records are refused and change nothing', async () => {
    const [student, plan] = await Promise.all([makeStudent(), year()])
    await expect(recordTestHours(student, plan, 0)).rejects.toMatchObject({ key: 'common.invalid' })
    await expect(recordTestHours(student, plan, 1.25)).rejects.toMatchObject({ key: 'common.invalid' })
    await expect(recordTestHours(student, plan, Number.NaN)).rejects.toMatchObject({ key: 'common.invalid' })
    await expect(recordTestHours({ ...student, phone: '13000000000' }, plan, 1)).rejects.toMatchObject({
      key: 'common.notFound',
    })
    await expect(recordTestHours(student, { ...plan, year: 1999 }, 1)).rejects.toMatchObject({
      key: 'order.noSuchPlan',
    })
    expect(await readStudentYear(student, plan)).toMatchObject({ earned: { public: 0 } })
  })
})

describe('calls of certification_grant', () => {
  it('proof list and detail require sign-in and refuse other students and bad input', async () => {
    const { student, plan, proof } = await makeProvenStudent()
    expect(proof).toMatchObject({
      name: '张三丰',
      year: plan.year,
      state: 'ISSUED',
      idNoMasked: expect.stringContaining('********'),
    })
    expect(proof.entries).toHaveLength(2)
    expect(proof.verifyUrl).toMatch(new RegExp(`/verify/${proof.code}$`))
    expect(proof.offlineUrl).toContain(`${proof.verifyUrl}#`)
    const other = await makeStudent()
    expect(await call('GET /certification_grant/v1/info', { id: proof.id }, other.token)).toMatchObject({
      key: 'grant.notFound',
    })
    expect(await call('GET /certification_grant/v1/info', { id: randomUUID() }, student.token)).toMatchObject({
      key: 'grant.notFound',
    })
    expect(await call('GET /certification_grant/v1/info', { id: 'x' }, student.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await call('GET /certification_grant/v1/info', { id: proof.id })).toMatchObject({
      status: 401,
    })
    expect(await call('GET /certification_grant/v1/query')).toMatchObject({ status: 401 })
    expect(await call('GET /certification_grant/v1/query', { year: 'x' }, student.token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('verification shows every printed field except the name, which it can only compare', async () => {
    const { proof } = await makeProvenStudent()
    const verified = await must('GET /certification_grant/v1/verify', {
      code: ` ${proof.code.toLowerCase().replace(/(.{4})/g, '$1 ')}`,
    })
    expect(verified).toMatchObject({
      verdict: 'GENUINE',
      proof: { nameMasked: '张*丰', number: proof.number },
      nameMatches: null,
      signature: 'VALID',
      changed: [],
      revoked: null,
    })
    expect(JSON.stringify(verified)).not.toContain('张三丰')
    expect(await must('GET /certification_grant/v1/verify', { code: proof.code, name: '张 三丰' })).toMatchObject({
      nameMatches: true,
    })
    expect(await must('GET /certification_grant/v1/verify', { code: proof.code, name: '李四' })).toMatchObject({
      nameMatches: false,
    })
    for (const code of ['ZZZZZZZZZZZZZZZZ', "' or 1=1"])
      expect(await must('GET /certification_grant/v1/verify', { code }), code).toEqual({
        ...{ verdict: 'NOT_FOUND', proof: null, nameMatches: null },
        ...{ signature: null, changed: [], revoked: null },
      })
    expect(await call('GET /certification_grant/v1/verify', {})).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('verification does not accept the sequential proof number and asks for the verification code', async () => {
    const { proof } = await makeProvenStudent()
    // The response must not show whether a proof number exists.
    for (const code of [proof.number, `证明编号 ${proof.number.toLowerCase()}`, 'CE19990000001']) {
      const answer = await call('GET /certification_grant/v1/verify', { code })
      expect(answer).toMatchObject({
        key: 'grant.numberGiven',
        msg: expect.stringContaining('核验编号'),
      })
      expect(JSON.stringify(answer)).not.toContain(proof.code)
    }
  })

  it('verification names the altered field of a stored proof, even if the proof is revoked', async () => {
    const { db } = await deps()
    const { proof } = await makeProvenStudent()
    const setSnapshot = (change: object) =>
      sql`update proof set snapshot = snapshot || ${JSON.stringify(change)}::jsonb where id = ${proof.id}`.execute(db)
    const changedBy = async (change: object) => {
      await setSnapshot(change)
      const answer = await must('GET /certification_grant/v1/verify', { code: proof.code })
      await setSnapshot(original)
      return [answer.verdict, ...answer.changed]
    }
    const { snapshot } = await db
      .selectFrom('proof')
      .select('snapshot')
      .where('id', '=', proof.id)
      .executeTakeFirstOrThrow()
    const original = proofSnapshotShape.parse(snapshot)
    const [entry] = original.entries
    const changes: [field: string, change: object][] = [
      ['earned', { earned: { professional: 99, public: 3 } }],
      ['required', { required: { professional: 1, public: 3 } }],
      ['entries', { entries: [{ ...entry, hours: 99 }] }],
      ['name', { name: '李四' }],
      ['number', { number: 'CE20990000001' }],
      ['year', { year: 2099 }],
      ['idTypeLabel', { idTypeLabel: '护照' }],
      ['idNoMasked', { idNoMasked: '1***2' }],
      ['certificateNo', { certificateNo: 'ZZ1' }],
      ['employer', { employer: '别家药房' }],
      ['issuer', { issuer: '别的协会' }],
      ['issuedOn', { issuedOn: '2020-01-01' }],
      ['trial', { trial: true }],
    ]
    for (const [field, change] of changes) expect(await changedBy(change), field).toEqual(['ALTERED', field])
    await sql`update proof set revoked_at = app_now(), revoke_cause = 'STAFF', revoke_reason = '撤销' where id = ${proof.id}`.execute(
      db,
    )
    expect(await changedBy({ issuer: '别的协会' })).toEqual(['ALTERED', 'issuer'])
    expect(await changedBy({})).toEqual(['REVOKED'])
  })

  it('a proof with the signature of another proof is reported as altered', async () => {
    const [{ proof }, { proof: other }] = await Promise.all([makeProvenStudent(), makeProvenStudent()])
    const { db } = await deps()
    await sql`update proof set signature = (select signature from proof where id = ${other.id}) where id = ${proof.id}`.execute(
      db,
    )
    const verified = await must('GET /certification_grant/v1/verify', { code: proof.code })
    expect(verified).toMatchObject({
      ...{ verdict: 'ALTERED', signature: 'INVALID', changed: [] },
      proof: { number: proof.number },
    })
  })

  it('a proof PDF opens only by its signed address', async () => {
    const { proof, student } = await makeProvenStudent()
    const pdf = await sendRawRequest(proof.pdfUrl)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    const other = await makeStudent()
    expect((await sendRawRequest(proof.pdfUrl.replace(student.id, other.id))).status).toBe(403)
    expect((await sendRawRequest(`/proofs/${proof.id}`)).status).toBe(403)
  })

  it('each process renders a proof PDF once, however often its owner requests it', async () => {
    const { student, plan, proof } = await makeProvenStudent()
    const { url } = await printed([plan], student)
    const asked = Array.from({ length: 50 }, (_, at) => drawnAt(at % 2 ? proof.pdfUrl : url))
    const drawings = new Set((await Promise.all(asked)).map((pdf) => pdf.toString('latin1')))
    expect(drawings.size).toBeLessThanOrEqual(world().origins.length)
    expect([...drawings].every((pdf) => pdf.startsWith('%PDF-'))).toBe(true)
  })

  it('many PDF requests of one student do not block the request of another', async () => {
    const plans = await Promise.all(Array.from({ length: 4 }, year))
    const [{ student }, other] = [await makeProvenStudent('甲一', plans[0]), await makeProvenStudent('乙二', plans[0])]
    for (const plan of plans.slice(1)) {
      await creditProfessionalHours(student, plan, 120)
      await recordTestHours(student, plan, 3)
    }
    // Each request asks for another set of years, so no rendered PDF can be reused.
    const chosen = Array.from({ length: 15 }, (_, at) => plans.filter((_, place) => (at + 1) & (1 << place)))
    const urls = await Promise.all(chosen.map((some) => printed(some, student)))
    let done = 0
    const many = urls.map(async ({ url }) => {
      await drawnAt(url)
      done += 1
    })
    await drawnAt(other.proof.pdfUrl)
    expect(done).toBeLessThan(many.length)
    await Promise.all(many)
  })

  it('every process renders the PDF again after the proof was revoked', async () => {
    const { proof } = await makeProvenStudent()
    const ofEach = () => Promise.all(world().origins.map((origin) => drawnAt(proof.pdfUrl, origin)))
    const before = await ofEach()
    expect(await ofEach()).toEqual(before)
    const clerk = await makeStaff({ permissions: ['proof.decide'] })
    const undo = { id: proof.id, reason: '登记有误' }
    await mustStaff('POST /certification_grant/v1/revoke', undo, clerk.token)
    for (const pdf of before) expect(readPdfText(pdf)).not.toContain(undo.reason)
    for (const pdf of await ofEach()) expect(readPdfText(pdf)).toContain(`撤销：${undo.reason}`)
  })
})

const drawnAt = async (address: string, origin = nextOrigin()) =>
  Buffer.from(await (await fetch(origin + address)).arrayBuffer())

const printed = (plans: TestPlan[], { token }: TestStudent) =>
  must('POST /certification_grant/v1/print_years', { years: plans.map((one) => one.year) }, token)
