import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import readWorkbook from 'read-excel-file/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeRosterDesk, type RosterDesk, type RosterPerson, toRosterTable } from '../../../../test/factories/roster.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { createTestPerson } from '../../../../test/factories/student.ts'
import { call, deps, mustStaff, staffCall } from '../../../../test/world.ts'

let desk: RosterDesk
// The wait of half an hour ends console sessions, so sign in again.
beforeEach(async () => {
  desk = await makeRosterDesk()
})

describe('results of imports', () => {
  const renew = (input: unknown, staff = desk.clerk) =>
    staffCall('POST /roster_import/v1/renew_passwords', input, staff.token)
  const listed = async (importId: string, staff: TestStaff) => {
    const { list } = await mustStaff('GET /roster_import/v1/list', { pageSize: '100' } as never, staff.token)
    return list.find(({ id }) => id === importId)
  }

  it('all roster imports are listed, but an unfinished one can be opened only by its owner', async () => {
    const report = await desk.checked(
      'STUDENTS',
      toRosterTable([createTestPerson('记录甲'), createTestPerson('记录乙')]),
    )
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
    expect(seen).toMatchObject({
      ...{ written: 2, rowsKept: false, sheet: 'NONE', mayRenew: false },
    })
    expect(await listed(importId, desk.other)).toMatchObject({ create: 2, refuse: null })
  })

  it('renews initial passwords only of imported accounts without a sign-in', async () => {
    const people = [createTestPerson('重发甲'), createTestPerson('重发乙'), createTestPerson('重发丙')]
    const { importId } = await desk.checked('STUDENTS', toRosterTable(people))
    const wish = () => ({ importId, key: randomUUID(), reason: '密码表遗失' })
    expect(await renew(wish())).toMatchObject({ key: 'roster_import.nobodyLeft' })
    await desk.ran(importId)
    const sheet = (await desk.passwords(importId)).data
    const [read] = await readWorkbook(Buffer.from(sheet.content, 'base64'))
    const signIn = (person: RosterPerson | undefined, password: unknown) =>
      call('POST /student/v1/login', {
        account: person?.phone,
        password: digestPassword(String(password)),
      } as never)
    const first = read?.data.slice(1).map((line) => line[4]) ?? []
    expect(await signIn(people[0], first[0])).toMatchObject({ code: 1 })

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
    expect((await listAuditRowsOf(importId)).at(-1)).toMatchObject({
      action: 'roster_import.passwordsRenewed',
      detail: { reason: '密码表遗失', people: 2 },
    })
    const { db } = await deps()
    const kept = JSON.stringify([
      await listAuditRowsOf(importId),
      await db.selectFrom('rosterImport').selectAll().where('id', '=', importId).execute(),
      await db.selectFrom('student').selectAll().where('rosterImportId', '=', importId).execute(),
    ])
    expect(kept).not.toContain(told)
    expect(await listed(importId, desk.clerk)).toMatchObject({ neverUsed: 1 })
    // The next part starts after the last id that was returned.
    const after = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    expect(await renew({ ...wish(), after })).toMatchObject({ data: { people: [], next: null } })
  })
})
