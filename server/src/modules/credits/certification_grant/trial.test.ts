import { trialTexts } from '@ce/contract/trial-text'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { creditProfessionalHours, makeProvenStudent, readStudentYear } from '../../../../test/factories/proof.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'

const trialYear = () => makePlan({ trial: true, requiredProfessional: 120, requiredPublic: 30 })
const verify = (code: string) => must('GET /certification_grant/v1/verify', { code })

const plan = await trialYear()
const made = await makeProvenStudent('试用者', plan)

it('the signed proof of a trial year is marked for owner, verifier and staff', async () => {
  const { proof, student } = made
  expect(proof.trial).toBe(true)
  expect(await readStudentYear(student, plan)).toMatchObject({ trial: true, state: 'ISSUED' })
  expect(await verify(proof.code)).toMatchObject({ proof: { trial: true }, verdict: 'GENUINE' })
  const staff = await makeStaff({ permissions: ['proof.read'] })
  const filter = { keyword: proof.number, page: 1, pageSize: 10 }
  const { list } = await mustStaff('POST /certification_grant/v1/list', filter, staff.token)
  expect(list).toMatchObject([{ number: proof.number, trial: true }])
  const payload = proof.offlineUrl.split('#')[1]?.split('.')[0] ?? ''
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
  expect([fields[0], fields.length, fields.at(-1)]).toEqual([2, 15, 'TRIAL'])
  const { list: told } = await must('GET /message/v1/list', { page: 1, pageSize: 10 }, student.token)
  const message = told.find(({ kind }) => kind === 'PROOF')
  expect(message?.title).toBe(`${plan.year} 年度（试用）试用证明已生成`)
  expect(message?.body).toContain(trialTexts.proof)
  expect(message?.body).not.toContain('学时证明')
})

it('trial proofs have their own number series, and the database refuses a number of another series', async () => {
  const { db } = await deps()
  const { proof: ordinary } = await makeProvenStudent()
  expect(made.proof.number).toMatch(new RegExp(`^SY${plan.year}\\d{7}$`))
  expect(ordinary.number).toMatch(/^CE/)
  const copy = (code: string, number: string) =>
    sql`insert into proof (number, code, student_id, year, snapshot, payload, signature, key_id)
      select ${number}, ${`${number}X`}, student_id, year, snapshot, payload, signature, key_id from proof
      where code = ${code}`.execute(db)
  await expect(copy(made.proof.code, 'CE20990000001')).rejects.toThrow('another kind of year')
  await expect(copy(ordinary.code, 'SY20990000001')).rejects.toThrow('another kind of year')
})

it('adding or removing the trial mark in a stored proof is detected by the verification', async () => {
  const { db } = await deps()
  const { proof: ordinary } = await makeProvenStudent()
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

it('a proof from before trial years has no trial mark and still verifies', async () => {
  const { db } = await deps()
  const { proof } = await makeProvenStudent()
  await sql`update proof set snapshot = snapshot - 'trial' where code = ${proof.code}`.execute(db)
  expect(await verify(proof.code)).toMatchObject({ proof: { trial: false }, verdict: 'GENUINE' })
})

it('the regulator export refuses a trial year', async () => {
  const officer = await makeStaff({ permissions: ['proof.export'] })
  const input = { year: plan.year, reason: '按主管部门来函报送' }
  expect(await staffCall('POST /certification_grant/v1/regulator_export', input, officer.token)).toMatchObject({
    key: 'grant.trialYear',
    msg: expect.stringContaining(String(plan.year)),
  })
})

it('the database refuses to change the trial mark of a year that has a proof', async () => {
  const { db } = await deps()
  const mark = (id: string, trial: boolean) => db.updateTable('plan').set({ trial }).where('id', '=', id).execute()
  await expect(mark(plan.id, false)).rejects.toThrow('taken up')
  const fresh = await trialYear()
  await mark(fresh.id, false)
  const { student } = made
  await creditProfessionalHours(student, fresh, 10)
  await mark(fresh.id, true)
})
