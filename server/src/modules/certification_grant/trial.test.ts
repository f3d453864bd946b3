import { trialWords } from '@ce/contract/trial-words'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { credit, proven, yearOf } from '../../../test/factories/proof.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { deps, must, mustStaff, staffCall } from '../../../test/world.ts'

const trialYear = () => makePlan({ trial: true, requiredProfessional: 120, requiredPublic: 30 })
const verify = (code: string) => must('GET /certification_grant/v1/verify', { code })

let plan: TestPlan
let made: Awaited<ReturnType<typeof proven>>
beforeAll(async () => {
  plan = await trialYear()
  made = await proven('试用者', plan)
})

it('the proof of a trial year says so to its owner, to whoever verifies it and to staff, and is signed so', async () => {
  const { proof, student } = made
  expect(proof.trial).toBe(true)
  expect(await yearOf(student, plan)).toMatchObject({ trial: true, state: 'ISSUED' })
  expect(await verify(proof.code)).toMatchObject({ proof: { trial: true }, verdict: 'GENUINE' })
  const staff = await makeStaff({ permissions: ['proof.read'] })
  const filter = { keyword: proof.number, page: 1, pageSize: 10 }
  const { list } = await mustStaff('POST /certification_grant/v1/list', filter, staff.token)
  expect(list).toMatchObject([{ number: proof.number, trial: true }])
  const payload = proof.offlineUrl.split('#')[1]?.split('.')[0] ?? ''
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
  expect([fields[0], fields.length, fields.at(-1)]).toEqual([2, 15, 'TRIAL'])
  const { list: told } = await must(
    'GET /message/v1/list',
    { page: 1, pageSize: 10 },
    student.token,
  )
  const message = told.find(({ kind }) => kind === 'PROOF')
  expect(message?.title).toBe(`${plan.year} 年度（试用）试用证明已生成`)
  expect(message?.body).toContain(trialWords.proof)
  expect(message?.body).not.toContain('学时证明')
})

it('is numbered in a series of its own, and the database takes it in no other', async () => {
  const { db } = await deps()
  const { proof: ordinary } = await proven()
  expect(made.proof.number).toMatch(new RegExp(`^SY${plan.year}\\d{7}$`))
  expect(ordinary.number).toMatch(/^CE/)
  const copy = (code: string, number: string) =>
    sql`insert into proof (number, code, student_id, year, snapshot, payload, signature, key_id)
      select ${number}, ${`${number}X`}, student_id, year, snapshot, payload, signature, key_id from proof
      where code = ${code}`.execute(db)
  await expect(copy(made.proof.code, 'CE20990000001')).rejects.toThrow('another kind of year')
  await expect(copy(ordinary.code, 'SY20990000001')).rejects.toThrow('another kind of year')
})

it('whoever takes the mark away, or gives it, makes the signature invalid', async () => {
  const { db } = await deps()
  const { proof: ordinary } = await proven()
  const mark = (code: string, trial: boolean) =>
    sql`update proof set snapshot = snapshot || jsonb_build_object('trial', ${trial}::boolean)
      where code = ${code}`.execute(db)
  await mark(made.proof.code, false)
  const altered = { verdict: 'ALTERED', changed: ['trial'] }
  expect(await verify(made.proof.code)).toMatchObject(altered)
  await mark(made.proof.code, true)
  expect(await verify(made.proof.code)).toMatchObject({
    proof: { trial: true },
    verdict: 'GENUINE',
  })
  await mark(ordinary.code, true)
  expect(await verify(ordinary.code)).toMatchObject(altered)
})

it('a proof from before there were trials has no mark and verifies as ever', async () => {
  const { db } = await deps()
  const { proof } = await proven()
  await sql`update proof set snapshot = snapshot - 'trial' where code = ${proof.code}`.execute(db)
  expect(await verify(proof.code)).toMatchObject({ proof: { trial: false }, verdict: 'GENUINE' })
})

it('no trial year is reported to the regulator', async () => {
  const officer = await makeStaff({ permissions: ['proof.export'] })
  const input = { year: plan.year, reason: '按主管部门来函报送' }
  expect(
    await staffCall('POST /certification_grant/v1/regulator_export', input, officer.token),
  ).toMatchObject({ key: 'grant.trialYear', msg: expect.stringContaining(String(plan.year)) })
})

it('the database itself keeps the mark once a proof of the year is there, whether or not anybody signed up', async () => {
  const { db } = await deps()
  const mark = (id: string, trial: boolean) =>
    db.updateTable('plan').set({ trial }).where('id', '=', id).execute()
  await expect(mark(plan.id, false)).rejects.toThrow('taken up')
  const fresh = await trialYear()
  await mark(fresh.id, false)
  const { student } = made
  await credit(student, fresh, 10)
  await mark(fresh.id, true)
})
