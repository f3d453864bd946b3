import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { mustStaff, staffCall } from '../world.ts'
import { staffFile } from './file.ts'
import type { TestStaff } from './staff.ts'
import type { newPerson } from './student.ts'

type Person = ReturnType<typeof newPerson>
const head = '姓名,身份证号,手机号,资格证书编号,执业单位,职称'

export const rosterLine = ({ name, idNo, phone, certificateNo }: Person) =>
  [name, idNo, phone, certificateNo, '示例大药房', '副教授'].join(',')

/** A file of people as staff bring it. */
export const rosterOf = (people: Person[], more: string[] = []) =>
  `${[head, ...people.map(rosterLine), ...more].join('\n')}\n`

/** The calls of an import, as this member of staff makes them. */
export function importsOf(staff: () => TestStaff) {
  const state = (importId: string) =>
    mustStaff('GET /roster_import/v1/state', { importId }, staff().token)
  const check = (input: unknown, by = staff()) =>
    staffCall('POST /roster_import/v1/check', input, by.token)
  const run = (importId: string, by = staff()) =>
    staffCall('POST /roster_import/v1/run', { importId }, by.token)
  const passwords = (importId: string, key: string = randomUUID()) =>
    staffCall('POST /roster_import/v1/passwords', { importId, key }, staff().token)
  async function uploaded(content: string | Buffer, name: string): Promise<string> {
    const file = { purpose: 'ROSTER' as const, name, content: Buffer.from(content) }
    return (await staffFile(staff().token, file)).id
  }
  async function settled(importId: string, before: string) {
    const stateNow = async () => (await state(importId)).state
    await expect.poll(stateNow, { timeout: 25_000 }).not.toBe(before)
    return state(importId)
  }
  async function checked(
    kind: 'STUDENTS' | 'HOURS',
    content: string | Buffer,
    mapping: unknown = null,
  ) {
    const name = typeof content === 'string' ? 'roster.csv' : 'roster.xlsx'
    const input = { importId: randomUUID(), kind, fileId: await uploaded(content, name), mapping }
    expect(await check(input)).toMatchObject({ code: 1 })
    return { ...input, ...(await settled(input.importId, 'READING')) }
  }
  async function ran(importId: string) {
    expect(await run(importId)).toMatchObject({ code: 1 })
    return settled(importId, 'WRITING')
  }
  return { state, check, run, passwords, settled, checked, ran }
}
