import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import readWorkbook from 'read-excel-file/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { type Person, type RosterDesk, rosterDesk, table } from '../../../test/factories/roster.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { newPerson } from '../../../test/factories/student.ts'
import { call, deps, mustStaff, staffCall } from '../../../test/world.ts'

let desk: RosterDesk
// a test lets half an hour go by: a session of the console ends then
beforeEach(async () => {
  desk = await rosterDesk()
})

describe('what became of imports', () => {
  const renew = (input: unknown, staff = desk.clerk) =>
    staffCall('POST /roster_import/v1/renew_passwords', input, staff.token)
  const listed = async (importId: string, staff: TestStaff) => {
    const { list } = await mustStaff(
      'GET /roster_import/v1/list',
      { pageSize: '100' } as never,
      staff.token,
    )
    return list.find(({ id }) => id === importId)
  }

  it('lists every import; what is only tried out opens for its maker alone', async () => {
    const report = await desk.checked('STUDENTS', table([newPerson('记录甲'), newPerson('记录乙')]))
    const { importId } = report
    expect(await listed(importId, desk.other)).toMatchObject({
      fileName: 'roster.csv',
      kind: 'STUDENTS',
      state: 'CHECKED',
      create: 2,
      refuse: 0,
      readable: false,
    })
    expect(await listed(importId, desk.clerk)).toMatchObject({ readable: true })
    await desk.ran(importId)
    expect(await listed(importId, desk.other)).toMatchObject({
      state: 'DONE',
      create: 2,
      neverUsed: 2,
      readable: true,
    })
    const { db } = await deps()
    await db.deleteFrom('rosterImportRow').where('importId', '=', importId).execute()
    const seen = await mustStaff('GET /roster_import/v1/state', { importId }, desk.other.token)
    // what was there already, and what was refused, is not known any more
    expect(seen).toMatchObject({
      ...{ written: 2, rowsKept: false, sheet: 'NONE', mayRenew: false },
    })
    expect(await listed(importId, desk.other)).toMatchObject({ create: 2, refuse: null })
  })

  it('gives new initial passwords to who never signed in, and to nobody else', async () => {
    const people = [newPerson('重发甲'), newPerson('重发乙'), newPerson('重发丙')]
    const { importId } = await desk.checked('STUDENTS', table(people))
    const wish = () => ({ importId, key: randomUUID(), reason: '密码表遗失' })
    expect(await renew(wish())).toMatchObject({ key: 'roster_import.nobodyLeft' })
    await desk.ran(importId)
    const sheet = (await desk.passwords(importId)).data
    const [read] = await readWorkbook(Buffer.from(sheet.content, 'base64'))
    const signIn = (person: Person | undefined, password: unknown) =>
      call('POST /student/v1/login', {
        account: person?.phone,
        password: digestPassword(String(password)),
      } as never)
    const first = read?.data.slice(1).map((line) => line[4]) ?? []
    expect(await signIn(people[0], first[0])).toMatchObject({ code: 1 })

    // not by a colleague who may not reset passwords; by one who may
    expect(await renew(wish(), desk.other)).toMatchObject({ key: 'staff.forbidden' })
    const helper = await makeStaff({ permissions: ['student.import', 'student.edit'] })
    const asked = wish()
    const answer = await renew(asked, helper)
    expect(answer).toMatchObject({ code: 1, data: { next: null } })
    expect(answer.data.people.map(({ name }) => name).sort()).toEqual(['重发丙', '重发乙'])
    expect(await renew(asked, helper)).toMatchObject({ key: 'common.passwordGiven' })
    const told = answer.data.people.find(({ name }) => name === '重发乙')?.password
    expect(await signIn(people[1], first[1])).toMatchObject({ key: 'student.badCredentials' })
    expect(await signIn(people[1], told)).toMatchObject({
      code: 1,
      data: { user: { isInitPassword: false } },
    })
    expect((await auditOf(importId)).at(-1)).toMatchObject({
      action: 'roster_import.passwordsRenewed',
      detail: { reason: '密码表遗失', people: 2 },
    })
    const { db } = await deps()
    const kept = JSON.stringify([
      await auditOf(importId),
      await db.selectFrom('rosterImport').selectAll().where('id', '=', importId).execute(),
      await db.selectFrom('student').selectAll().where('rosterImportId', '=', importId).execute(),
    ])
    expect(kept).not.toContain(told)
    expect(await listed(importId, desk.clerk)).toMatchObject({ neverUsed: 1 })
    // a sheet in parts goes on after the last one told
    const after = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    expect(await renew({ ...wish(), after })).toMatchObject({ data: { people: [], next: null } })
  })
})
