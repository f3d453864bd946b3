import readWorkbook from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { creditProfessionalHours, makeProvenStudent } from '../../../../test/factories/proof.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'

const key = 'POST /certification_grant/v1/regulator_export'
const reason = '按主管部门来函报送'

it('the regulator export requires sign-in, its own permission, a year and a reason', async () => {
  const clerk = await makeStaff({ permissions: ['proof.read', 'proof.decide', 'student.reveal'] })
  const officer = await makeStaff({ permissions: ['proof.export'] })
  const input = { year: 2199, reason }
  expect(await staffCall(key, input)).toMatchObject({ status: 401 })
  expect(await staffCall(key, input, clerk.token)).toMatchObject({ key: 'staff.forbidden' })
  for (const bad of [{ year: 2199 }, { year: 2199, reason: ' ' }, { year: 'x', reason }])
    expect(await staffCall(key, bad, officer.token)).toMatchObject({ key: 'common.invalid' })
  expect(await listAuditRowsOf('2199')).toEqual([])
})

it('the regulator export lists the valid proofs of a year with full ID numbers and is audited', async () => {
  const officer = await makeStaff({ permissions: ['proof.export'] })
  const { student, plan, proof } = await makeProvenStudent('欧阳导出')
  const revoked = await makeProvenStudent('已撤销者', plan)
  const unfinished = await makeStudent()
  await creditProfessionalHours(unfinished, plan, 10)
  const { db } = await deps()
  const world = await makeStaff({ permissions: ['proof.decide', 'proof.read'] })
  const undo = { id: revoked.proof.id, reason: '登记有误' }
  await mustStaff('POST /certification_grant/v1/revoke', undo, world.token)
  const file = await mustStaff(key, { year: plan.year, reason }, officer.token)
  expect(file).toMatchObject({ people: 1, name: expect.stringContaining('.xlsx') })
  const [sheet] = await readWorkbook(Buffer.from(file.content, 'base64'))
  const { idNo } = await db.selectFrom('student').select('idNo').where('id', '=', student.id).executeTakeFirstOrThrow()
  expect(sheet?.data.slice(1)).toEqual([
    [
      ...['欧阳导出', proof.idTypeLabel, idNo, proof.certificateNo, plan.year, 12, 3],
      ...[proof.number, proof.issuedOn],
    ],
  ])
  expect(await listAuditRowsOf(String(plan.year))).toMatchObject([
    { actor: officer.username, action: 'proof.exported', detail: { reason, people: 1 } },
  ])
})
