import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan, type TestPlan } from '../../../../test/factories/catalogue.ts'
import {
  creditProfessionalHours,
  makePlanWithFewHours,
  makeProvenStudent,
  recordTestHours,
} from '../../../../test/factories/proof.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { type FileStore, filesFolderOf } from '../../../platform/files/store.ts'
import { removeOldPrints, renderPrintRun, resumePrints } from './service/draw-print.ts'
import { findPrintRun } from './store/prints.ts'

const key = 'POST /certification_grant/v1/print'
const reason = '药店集中领取'
const clerk = await makeStaff({ permissions: ['proof.print', 'proof.decide'] })

const print = (wish: object, staff = clerk) => staffCall(key, { id: randomUUID(), reason, ...wish }, staff.token)

async function finished(id: string) {
  for (;;) {
    const now = await mustStaff('GET /certification_grant/v1/print_state', { id }, clerk.token)
    if (now.state !== 'WORKING') return now
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function pagesAt(url: string) {
  const response = await sendRawRequest(url)
  const pdf = Buffer.from(await response.arrayBuffer())
  const pages = [...pdf.toString('latin1').matchAll(/\/Type \/Page\n/g)].length
  return { status: response.status, type: response.headers.get('content-type'), pages, pdf }
}

async function threeOf(plan: TestPlan) {
  const made = []
  for (const name of ['甲一', '乙二', '丙三']) made.push(await makeProvenStudent(name, plan))
  const [, , gone] = made
  const undo = { id: gone?.proof.id, reason: '登记有误' }
  await mustStaff('POST /certification_grant/v1/revoke', undo as never, clerk.token)
  return made
}

const certificateOf = async ({ id }: TestStudent) => {
  const { db } = await deps()
  const query = db.selectFrom('student').select('certificateNo').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).certificateNo
}

describe('print runs of staff', () => {
  it('a print run renders the valid proofs of a year and audits who requested it and why', async () => {
    const plan = await makePlanWithFewHours()
    await threeOf(plan)
    const id = randomUUID()
    const first = await print({ id, year: plan.year })
    expect(first).toMatchObject({ code: 1, data: { total: 2, missing: [] } })
    const done = await finished(id)
    expect(done).toMatchObject({ state: 'DONE', done: 2, total: 2 })
    const { status, type, pages, pdf } = await pagesAt(done.url ?? '')
    expect([status, type, pages]).toEqual([200, 'application/pdf', 2])
    expect(pdf.length).toBeLessThan(75_000)
    expect(await listAuditRowsOf(id)).toMatchObject([
      {
        actor: clerk.username,
        action: 'proof.printed',
        detail: { year: plan.year, proofs: 2, reason },
      },
    ])
    expect((await print({ id, year: plan.year })).data).toMatchObject({ state: 'DONE', done: 2 })
    expect(await listAuditRowsOf(id)).toHaveLength(1)
    expect(await print({ id, year: plan.year, keyword: '甲一' })).toMatchObject({
      key: 'grant.printKeyUsed',
    })
  })

  it('a print run takes pasted certificate numbers and lists those without a valid proof', async () => {
    const [one, two, revoked] = await threeOf(await makePlanWithFewHours())
    if (!one || !two || !revoked) throw new Error('three were made')
    const numbers = await Promise.all([one, two, revoked].map(({ student }) => certificateOf(student)))
    const asked = [...numbers.map((number) => number.toLowerCase()), 'NOBODY0001', numbers[0]]
    const { data } = await print({ numbers: asked })
    expect(data.total).toBe(2)
    expect(data.missing).toEqual([numbers[2]?.toUpperCase(), 'NOBODY0001'])
    const { db } = await deps()
    const employer = `连锁${randomUUID().slice(0, 8)}`
    const renamed = db.updateTable('student').set({ employer })
    await renamed.where('id', '=', one.student.id).execute()
    expect(await print({ employer })).toMatchObject({ key: 'grant.nothingToPrint' })
  })

  it('a print run searches by name, certificate number, proof number and code like the desk', async () => {
    const { student, proof } = await makeProvenStudent('丁四')
    const { db } = await deps()
    const { code } = await db.selectFrom('proof').select('code').where('id', '=', proof.id).executeTakeFirstOrThrow()
    const number = await certificateOf(student)
    for (const keyword of [number, number.toLowerCase(), proof.number, code]) {
      const id = randomUUID()
      expect(await print({ id, keyword })).toMatchObject({ code: 1, data: { total: 1 } })
      await finished(id)
    }
    const year = { year: proof.year, keyword: '丁四' }
    expect(await print(year)).toMatchObject({ code: 1 })
    expect(await print({ keyword: 'NOBODY0001' })).toMatchObject({ key: 'grant.nothingToPrint' })
  })

  it('a print run belongs to its requester, and its file opens only by the signed address', async () => {
    const { plan } = await makeProvenStudent()
    const id = randomUUID()
    await print({ id, year: plan.year })
    const { url } = await finished(id)
    const other = await makeStaff({ permissions: ['proof.print'] })
    expect(await staffCall('GET /certification_grant/v1/print_state', { id }, other.token)).toMatchObject({
      key: 'grant.noSuchPrint',
    })
    expect(await print({ id, year: plan.year }, other)).toMatchObject({ key: 'grant.printKeyUsed' })
    const forged = (url ?? '').replace(/s=[^&]+/, `s=${other.id}`)
    expect((await sendRawRequest(forged)).status).toBe(403)
    expect(await (await sendRawRequest(forged)).json()).toMatchObject({ data: { key: 'file.linkInvalid' } })
  })

  it('a print run is refused without permission, filter or reason, or with too many proofs', async () => {
    const reader = await makeStaff({ permissions: ['proof.read', 'proof.export'] })
    expect(await print({ year: 2026 }, reader)).toMatchObject({ key: 'staff.forbidden' })
    for (const bad of [{}, { year: 'x' }, { year: 2026, reason: '' }, { numbers: ['#'] }])
      expect(await print(bad)).toMatchObject({ key: 'common.invalid' })
    const state = 'GET /certification_grant/v1/print_state'
    expect(await staffCall(state, { id: 'x' }, clerk.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await staffCall(state, { id: randomUUID() }, reader.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    expect(await print({ year: 2001 })).toMatchObject({ key: 'grant.nothingToPrint' })
  })

  it('a staff member may have five print runs under way', async () => {
    const { plan } = await makeProvenStudent()
    const { db } = await deps()
    const { id: staffId, token } = await makeStaff({ permissions: ['proof.print'] })
    const ask = () => staffCall(key, { id: randomUUID(), reason, year: plan.year }, token)
    await sql`
      insert into proof_print (id, staff_id, wish, reason, proof_ids, state)
      select gen_random_uuid(), ${staffId}, '{}', ${reason}, array[gen_random_uuid()], 'WORKING'
      from generate_series(1, 5)`.execute(db)
    expect(await ask()).toMatchObject({
      key: 'grant.tooManyPrints',
      msg: '您有 5 批打印还没有完成，请等其中一批完成后再提交',
    })
    expect(await print({ year: plan.year })).toMatchObject({ code: 1 })
    await sql`update proof_print set state = 'FAILED' where staff_id = ${staffId}`.execute(db)
    expect(await ask()).toMatchObject({ code: 1 })
  })

  it('a print run that waits in the queue is not claimed by another process', async () => {
    const { plan } = await makeProvenStudent()
    const world = await deps()
    const [first, second] = [randomUUID(), randomUUID()]
    for (const id of [first, second]) {
      await print({ id, year: plan.year })
      await finished(id)
    }
    await sql`update proof_print set state = 'WORKING', size = null, sha256 = null, claim = 2,
      touched_at = app_now() - interval '30 seconds' where id in (${first}, ${second})`.execute(world.db)
    const drawn = [renderPrintRun(world, first), renderPrintRun(world, second)]
    await drawn[0]
    const { rows } = await sql<{ fresh: boolean }>`
      select touched_at > app_now() - interval '20 seconds' as fresh from proof_print where id = ${second}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ fresh: true }])
    await drawn[1]
    expect(await finished(second)).toMatchObject({ state: 'DONE' })
  })

  it('a print run resumes after a crash, fails after three tries and loses its files after a day', async () => {
    const { plan } = await makeProvenStudent()
    const world = await deps()
    const id = randomUUID()
    await print({ id, year: plan.year })
    await finished(id)
    const stand = (claim: number) =>
      sql`update proof_print set state = 'WORKING', size = null, sha256 = null, done = 0, claim = ${claim},
        touched_at = app_now() - interval '2 minutes' where id = ${id}`.execute(world.db)
    await stand(0)
    await resumePrints(world)
    expect(await finished(id)).toMatchObject({ state: 'DONE', done: 1 })
    // A process that stops in order gives it back, and this does not count as a crash.
    await stand(1)
    const stop = new AbortController()
    const put: FileStore['put'] = async (_, content) => {
      stop.abort()
      if (!Buffer.isBuffer(content)) for await (const _piece of content);
    }
    await resumePrints({ ...world, files: { ...world.files, put } }, stop.signal)
    expect(await findPrintRun(world.db, id)).toMatchObject({ state: 'WORKING', claim: 1 })
    await resumePrints(world)
    expect(await finished(id)).toMatchObject({ state: 'DONE', done: 1 })
    await stand(2)
    await resumePrints(world)
    expect(await finished(id)).toMatchObject({ state: 'FAILED', url: null })
    // A process that lost its claim to the print run must store nothing.
    await renderPrintRun(world, id)
    expect(await finished(id)).toMatchObject({ state: 'FAILED' })

    const old = randomUUID()
    const [proof] = (await findPrintRun(world.db, id))?.proofIds ?? []
    const owner = world.db.selectFrom('proof').innerJoin('student', 'student.id', 'proof.studentId')
    const { certificateNo } = await owner
      .select('certificateNo')
      .where('proof.id', '=', proof ?? '')
      .executeTakeFirstOrThrow()
    const wish = { id: old, year: plan.year, numbers: [certificateNo, 'NOBODY0002'] }
    expect((await print(wish)).data.missing).toEqual(['NOBODY0002'])
    const { url } = await finished(old)
    await sql`update proof_print set created_at = app_now() - interval '25 hours' where id in (${old}, ${id})`.execute(
      world.db,
    )
    const half = `proof-prints/${id}.pdf.${randomUUID()}.part`
    await world.files.put(half, Buffer.from('%PDF'))
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(filesFolderOf(world.env.dataDir), half), yesterday, yesterday)
    await removeOldPrints(world)
    await expect(world.files.size(half)).rejects.toThrow()
    // An old print run keeps neither certificate numbers nor files, but a repeated request still finds it.
    expect(await finished(old)).toMatchObject({ state: 'DONE', url: null, missing: [] })
    expect((await findPrintRun(world.db, old))?.wish).toEqual({ year: plan.year })
    expect((await print(wish)).data).toMatchObject({ state: 'DONE', url: null })
    expect((await findPrintRun(world.db, id))?.removedAt).not.toBeNull()
    await expect(world.files.size(`proof-prints/${id}.pdf`)).rejects.toThrow()
    expect(await (await sendRawRequest(url ?? '')).json()).toMatchObject({
      data: { key: 'grant.noSuchPrint' },
    })
  })
})

describe('several proofs of one student', () => {
  const many = 'POST /certification_grant/v1/print_years'

  it('a student prints several years in one PDF, oldest first, but no year without a valid proof', async () => {
    const student = await makeStudent()
    const plans = [await makePlanWithFewHours(), await makePlanWithFewHours()]
    for (const plan of plans) {
      await creditProfessionalHours(student, plan, 120)
      await recordTestHours(student, plan, 3)
    }
    const years = plans.map(({ year }) => year)
    const { url } = await must(many, { years: [...years].reverse() }, student.token)
    const { status, type, pages } = await pagesAt(url)
    expect([status, type, pages]).toEqual([200, 'application/pdf', 2])
    const { year } = await makePlan()
    expect(await call(many, { years: [...years, year] }, student.token)).toMatchObject({
      key: 'grant.notFound',
    })
    const other = await makeStudent()
    expect(await call(many, { years }, other.token)).toMatchObject({ key: 'grant.notFound' })
    const forged = url.replace(/s=[^&]+/, `s=${other.id}`)
    expect(await (await sendRawRequest(forged)).json()).toMatchObject({ data: { key: 'file.linkInvalid' } })
    for (const bad of [[], ['x'], Array.from({ length: 21 }, (_, index) => 2000 + index)])
      expect(await call(many, { years: bad }, student.token)).toMatchObject({
        key: 'common.invalid',
      })
    expect(await call(many, { years })).toMatchObject({ status: 401 })
  })
})
