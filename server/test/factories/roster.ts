import { randomUUID } from 'node:crypto'
import type { ImportRowView } from '@ce/contract/import-fields'
import { expect } from 'vitest'
import { deps, mustStaff, staffCall } from '../world.ts'
import { uploadStaffFile } from './file.ts'
import { makeStaff } from './staff.ts'
import type { createTestPerson } from './student.ts'

export type RosterDesk = Awaited<ReturnType<typeof makeRosterDesk>>
type Kind = 'STUDENTS' | 'HOURS'

export async function makeRosterDesk() {
  const clerk = await makeStaff({ permissions: ['student.import'] })
  const other = await makeStaff({ permissions: ['student.import', 'poster.edit'] })

  const check = (input: unknown, staff = clerk) => staffCall('POST /roster_import/v1/check', input, staff.token)
  const run = (importId: string, staff = clerk) => staffCall('POST /roster_import/v1/run', { importId }, staff.token)
  const stop = (importId: string, staff = clerk) => staffCall('POST /roster_import/v1/stop', { importId }, staff.token)
  const returned = (importId: string, staff = clerk) =>
    staffCall('POST /roster_import/v1/returned', { importId }, staff.token)
  const state = (importId: string) => mustStaff('GET /roster_import/v1/state', { importId }, clerk.token)
  const settled = async (importId: string, before: string) => {
    const now = async () => (await state(importId)).state
    await expect.poll(now, { timeout: 60_000 }).not.toBe(before)
    return state(importId)
  }
  return {
    clerk,
    other,
    check,
    run,
    stop,
    returned,
    state,
    settled,
    passwords: (importId: string, key: string = randomUUID()) =>
      staffCall('POST /roster_import/v1/passwords', { importId, key }, clerk.token),
    async rows(importId: string, show?: ImportRowView) {
      const all = { importId, pageSize: '100', ...(show ? { show } : {}) } as never
      return (await mustStaff('GET /roster_import/v1/rows', all, clerk.token)).list
    },
    async checked(kind: Kind, content: string | Buffer, mapping: unknown = null) {
      const name = typeof content === 'string' ? 'roster.csv' : 'roster.xlsx'
      const file = { purpose: 'ROSTER' as const, name, content: Buffer.from(content) }
      const { id: fileId } = await uploadStaffFile(clerk.token, file)
      const input = { importId: randomUUID(), kind, fileId, mapping }
      expect(await check(input)).toMatchObject({ code: 1 })
      return { ...input, ...(await settled(input.importId, 'READING')) }
    },
    async ran(importId: string) {
      expect(await run(importId)).toMatchObject({ code: 1 })
      return settled(importId, 'WRITING')
    },
  }
}

const head = '姓名,身份证号,手机号,资格证书编号,执业单位,职称'
export type RosterPerson = ReturnType<typeof createTestPerson>
export const toRosterLine = ({ name, idNo, phone, certificateNo }: RosterPerson) =>
  [name, idNo, phone, certificateNo, '示例大药房', '副教授'].join(',')
export const toRosterTable = (people: RosterPerson[], more: string[] = []) =>
  `${[head, ...people.map(toRosterLine), ...more].join('\n')}\n`

export async function readStudentByPhone(phone: string) {
  const { db } = await deps()
  return db.selectFrom('student').selectAll().where('phone', '=', phone).executeTakeFirst()
}
