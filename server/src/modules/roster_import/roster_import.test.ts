import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { auditOf } from '../../../test/audit.ts'
import { staffFile } from '../../../test/factories/file.ts'
import { find, line, type RosterDesk, rosterDesk, table } from '../../../test/factories/roster.ts'
import { makeStudent, newPerson } from '../../../test/factories/student.ts'
import { expectGuarded } from '../../../test/guarded.ts'
import { call, deps, must, passTime, staffCall } from '../../../test/world.ts'
import { forgetOldImports, resumeStalled } from './service/check.ts'

let desk: RosterDesk
beforeAll(async () => {
  desk = await rosterDesk()
})

describe('import of students', () => {
  it('reports first, then makes all of them; the initial passwords can be fetched once', async () => {
    const people = [newPerson('导入甲'), newPerson('导入乙'), newPerson('导入丙')]
    const file = table(people).replace(/(导入丙.*)副教授/, '$1主管药师')
    const report = await desk.checked('STUDENTS', file)
    expect(report).toMatchObject({
      state: 'CHECKED',
      total: 3,
      counts: { create: 3, same: 0, refuse: 0 },
      sheet: 'NONE',
      mapping: ['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO', 'EMPLOYER', 'TITLE'],
    })
    expect(JSON.stringify(await desk.rows(report.importId))).not.toContain(people[0]?.idNo)
    expect(await find(people[0]?.phone ?? '')).toBeUndefined()
    expect(await desk.passwords(report.importId)).toMatchObject({ key: 'roster_import.noSheet' })

    expect(await desk.ran(report.importId)).toMatchObject({
      state: 'DONE',
      written: 3,
      sheet: 'READY',
    })
    expect(await desk.run(report.importId)).toMatchObject({ code: 1, data: { state: 'DONE' } })
    const key = randomUUID()
    const sheet = await desk.passwords(report.importId, key)
    expect(sheet).toMatchObject({ code: 1 })
    // the answer was lost: the same key gets it again; another one does not
    expect(await desk.passwords(report.importId, key)).toMatchObject({ code: 1 })
    expect(await desk.passwords(report.importId)).toMatchObject({ key: 'roster_import.sheetTaken' })
    const [read] = await readWorkbook(Buffer.from(sheet.data.content, 'base64'))
    const [, ...lines] = read?.data ?? []
    expect(lines.map(([, name]) => name)).toEqual(people.map(({ name }) => name))
    const [first] = lines
    const login = { account: people[0]?.phone, password: digestPassword(String(first?.[4])) }
    const { user } = await must('POST /student/v1/login', login as never)
    expect(user).toMatchObject({ name: '导入甲', isInitPassword: false, titleCode: 2 })
    // a title of pharmacists is one too: 其他
    expect(await find(people[2]?.phone ?? '')).toMatchObject({ titleCode: 3 })
    expect(await auditOf(report.importId)).toMatchObject([
      { action: 'roster_import.finished', detail: { kind: 'STUDENTS', rows: 3 } },
      { action: 'roster_import.passwordsTaken' },
    ])
    const { db } = await deps()
    await passTime(601)
    await forgetOldImports({ db })
    expect(await desk.passwords(report.importId, key)).toMatchObject({
      key: 'roster_import.sheetTaken',
    })
  })

  it('reads Excel, names nobody knows, and columns somebody names', async () => {
    const person = newPerson()
    const cells = [
      ['二〇二六年新学员名单'],
      ['药师', '号码', '联系', '执业药师资格证书编号'],
      [person.name, person.idNo, person.phone, person.certificateNo],
    ].map((row) => row.map((value) => ({ value, type: String })))
    const report = await desk.checked('STUDENTS', await writeXlsx(cells).toBuffer())
    expect(report).toMatchObject({ state: 'MAPPING', columns: [{ title: '药师' }, {}, {}, {}] })
    expect(await desk.run(report.importId)).toMatchObject({ key: 'roster_import.notChecked' })
    const importId = randomUUID()
    const mapping = ['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO']
    const again = { importId, kind: 'STUDENTS', fileId: report.fileId, mapping }
    await desk.check(again)
    expect(await desk.settled(importId, 'READING')).toMatchObject({
      state: 'CHECKED',
      counts: { create: 1 },
    })
    // whoever stands in the first rows is not kept any longer than it takes to name the columns
    expect(JSON.stringify(report.columns)).toContain(person.idNo)
    for (const id of [report.importId, importId])
      expect(JSON.stringify((await desk.state(id)).columns), id).not.toContain(person.name)
    expect((await desk.state(importId)).columns.map(({ title }) => title)).toContain('号码')
  })

  it('tells row by row what is wrong, what is there, and what is twice; one of them hinders all', async () => {
    const there = await makeStudent({ name: '已在系统' })
    const [fresh, twin, wrong] = [newPerson('新来甲'), newPerson('新来乙'), newPerson('写错丙')]
    const report = await desk.checked(
      'STUDENTS',
      table(
        [fresh, there, twin, { ...newPerson('同机丁'), phone: twin.phone }],
        [
          line({ ...wrong, idNo: `${wrong.idNo.slice(0, 17)}?` }),
          line({ ...newPerson('占用戊'), certificateNo: there.certificateNo }),
          line({ ...newPerson('Zhang'), phone: '123' }),
        ],
      ),
    )
    expect(report.counts).toEqual({ create: 1, same: 1, refuse: 5 })
    expect(await desk.rows(report.importId)).toMatchObject([
      { no: 2, action: 'CREATE', problems: [] },
      { no: 3, action: 'SAME', studentId: there.id },
      { no: 4, action: 'REFUSE', problems: [{ column: '手机号', problem: '与第 5 行相同' }] },
      { no: 5, action: 'REFUSE', problems: [{ column: '手机号', problem: '与第 4 行相同' }] },
      { no: 6, action: 'REFUSE', problems: [{ column: '证件号' }] },
      {
        no: 7,
        action: 'REFUSE',
        studentId: there.id,
        problems: [
          { column: '资格证书编号', problem: expect.stringContaining('已是学员 已在系统') },
        ],
      },
      { no: 8, action: 'REFUSE', problems: [{ column: '姓名' }, { column: '手机号' }] },
    ])
    expect(await desk.run(report.importId)).toMatchObject({
      key: 'roster_import.rowsRefused',
      data: { refuse: 5 },
    })
    expect(await find(fresh.phone)).toBeUndefined()
  })

  it('writes nothing at all when somebody registered meanwhile', async () => {
    const [one, taken] = [newPerson(), newPerson()]
    const report = await desk.checked('STUDENTS', table([one, taken]))
    const { db } = await deps()
    const { importStudent } = await import('../student/service/register.ts')
    const { password, ...person } = taken
    const rest = {
      idType: 'ID_CARD' as const,
      employer: null,
      titleCode: 0,
      initialPasswordChanged: true,
    }
    await importStudent(db, { ...person, ...rest }, password)
    expect(await desk.ran(report.importId)).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('第 3 行'),
    })
    expect(await find(one.phone)).toBeUndefined()
    expect(await auditOf(report.importId)).toEqual([])
  })

  it('goes on where a process died, and gives up on what three died of', async () => {
    const person = newPerson()
    const report = await desk.checked('STUDENTS', table([person]))
    const world = await deps()
    const { db } = world
    const stall = (claim: number) =>
      db
        .updateTable('rosterImport')
        .set({ state: 'WRITING', claim, touchedAt: new Date(0) })
        .where('id', '=', report.importId)
        .execute()
    await stall(2)
    await resumeStalled(world)
    expect(await desk.state(report.importId)).toMatchObject({ state: 'FAILED' })
    await db
      .updateTable('rosterImport')
      .set({ problem: null, state: 'CHECKED' })
      .where('id', '=', report.importId)
      .execute()
    await stall(0)
    await resumeStalled(world)
    expect(await desk.state(report.importId)).toMatchObject({ state: 'DONE' })
    expect(await find(person.phone)).toBeDefined()
  })

  it.each([
    ['empty', '  \n'],
    ['broken', Buffer.from('PK\u0003\u0004 this is no workbook')],
    ['hostile', `${'"'.repeat(3)}a,b\n${'x,'.repeat(300)}`],
  ])('refuses a file that is %s, and is ready for the next', async (_, content) => {
    const fileId = await staffFile(desk.clerk.token, {
      purpose: 'ROSTER',
      name: 'x.csv',
      content: Buffer.from(content),
    }).then(
      ({ id }) => id,
      () => null,
    )
    if (!fileId) return
    const importId = randomUUID()
    await desk.check({ importId, kind: 'STUDENTS', fileId, mapping: null })
    const { state: end } = await desk.settled(importId, 'READING')
    expect(['FAILED', 'MAPPING']).toContain(end)
  })
})

describe('every call', () => {
  const id = randomUUID()
  const begin = { importId: id, kind: 'STUDENTS', fileId: id, mapping: null }
  const calls = [
    ['POST /roster_import/v1/check', begin, { ...begin, kind: 'ALL' }, 'kind'],
    ['GET /roster_import/v1/state', { importId: id }, { importId: '1' }, 'importId'],
    ['GET /roster_import/v1/rows', { importId: id }, { importId: id, action: 'X' }, 'action'],
    ['POST /roster_import/v1/run', { importId: id }, {}, 'importId'],
    ['POST /roster_import/v1/passwords', { importId: id, key: id }, { importId: id }, 'key'],
    ['GET /roster_import/v1/list', {}, { page: '0' }, 'page'],
    [
      'POST /roster_import/v1/renew_passwords',
      { importId: id, key: id, reason: '遗失' },
      { importId: id, key: id, reason: '' },
      'reason',
    ],
  ] as const

  it.each(calls)('%s asks for sign-in, the permission and good input', async (...one) =>
    expectGuarded(desk.other, one),
  )

  it("knows one's own import only, and one meaning of an id", async () => {
    // half an hour has gone by: a session of the console ends then
    desk = await rosterDesk()
    const report = await desk.checked('STUDENTS', table([newPerson()]))
    const { importId, fileId } = report
    const same = { importId, kind: 'STUDENTS', fileId, mapping: null }
    const twice = await Promise.all([desk.check(same), desk.check(same)])
    expect(twice[0]).toEqual(twice[1])
    expect(await desk.check({ ...same, kind: 'HOURS' })).toMatchObject({
      key: 'roster_import.conflict',
    })
    expect(await desk.check({ ...same, importId: randomUUID() }, desk.other)).toMatchObject({
      key: 'roster_import.noFile',
    })
    for (const answer of [
      await desk.run(importId, desk.other),
      await staffCall('GET /roster_import/v1/state', { importId }, desk.other.token),
      await staffCall('GET /roster_import/v1/rows', { importId }, desk.other.token),
      await staffCall(
        'POST /roster_import/v1/passwords',
        { importId, key: importId },
        desk.other.token,
      ),
      await staffCall(
        'POST /roster_import/v1/renew_passwords',
        { importId, key: importId, reason: '遗失' },
        desk.other.token,
      ),
    ])
      expect(answer).toMatchObject({ key: 'roster_import.notFound' })
    expect(await call('GET /student/v1/challenge')).toMatchObject({ code: 1 })
  })
})
