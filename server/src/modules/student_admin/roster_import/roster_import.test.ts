import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { expectCallIsGuarded } from '../../../../test/expect-guarded.ts'
import { uploadStaffFile } from '../../../../test/factories/file.ts'
import {
  makeRosterDesk,
  type RosterDesk,
  readStudentByPhone,
  toRosterLine,
  toRosterTable,
} from '../../../../test/factories/roster.ts'
import { createTestPerson, makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, passTime, staffCall } from '../../../../test/world.ts'
import { rosterImports } from './service/import-roster.ts'

let desk: RosterDesk
beforeAll(async () => {
  desk = await makeRosterDesk()
})

describe('import of students', () => {
  it('imports a name that has a character without a font and reports that its proof must wait', async () => {
    const person = createTestPerson('王\u{32000}')
    const report = await desk.checked('STUDENTS', toRosterTable([person]))
    expect(report.counts).toMatchObject({ CREATE: 1, DOUBT: 1, REFUSE: 0 })
    const [row] = await desk.rows(report.importId)
    const note = expect.stringMatching(/^姓名中的“\u{32000}”字，打印字体里还没有，不影响/u)
    expect(row?.notes).toEqual([{ field: 'NAME', doubt: true, note, was: null }])
    expect(await desk.ran(report.importId)).toMatchObject({ state: 'DONE', written: 1 })
    expect(await readStudentByPhone(person.phone)).toMatchObject({ name: person.name })
  })

  it('an import first reports, then creates accounts; initial passwords are downloaded once', async () => {
    const people = [createTestPerson('导入甲'), createTestPerson('导入乙'), createTestPerson('导入丙')]
    const file = toRosterTable(people).replace(/(导入丙.*)副教授/, '$1主管药师')
    const report = await desk.checked('STUDENTS', file)
    expect(report).toMatchObject({
      state: 'CHECKED',
      total: 3,
      counts: { CREATE: 3, CHANGED: 0, SAME: 0, REFUSE: 0 },
      sheet: 'NONE',
      mapping: ['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO', 'EMPLOYER', 'TITLE'],
    })
    expect(JSON.stringify(await desk.rows(report.importId))).not.toContain(people[0]?.idNo)
    expect(await readStudentByPhone(people[0]?.phone ?? '')).toBeUndefined()
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
    expect(await desk.passwords(report.importId, key)).toMatchObject({ code: 1 })
    expect(await desk.passwords(report.importId)).toMatchObject({ key: 'roster_import.sheetTaken' })
    const [read] = await readWorkbook(Buffer.from(sheet.data.content, 'base64'))
    const [, ...lines] = read?.data ?? []
    expect(lines.map(([, name]) => name)).toEqual(people.map(({ name }) => name))
    const [first] = lines
    const login = { account: people[0]?.phone, password: digestPassword(String(first?.[4])) }
    const { user } = await must('POST /student/v1/login', login as never)
    expect(user).toMatchObject({ name: '导入甲', isInitPassword: false, titleCode: 2 })
    expect(await readStudentByPhone(people[2]?.phone ?? '')).toMatchObject({ titleCode: 3 })
    expect(await listAuditRowsOf(report.importId)).toMatchObject([
      { action: 'roster_import.finished', detail: { kind: 'STUDENTS', rows: 3 } },
      { action: 'roster_import.passwordsTaken' },
    ])
    const { db } = await deps()
    await passTime(601)
    await rosterImports.forgetOld({ db })
    expect(await desk.passwords(report.importId, key)).toMatchObject({
      key: 'roster_import.sheetTaken',
    })
  })

  it('an import reads Excel files and lets staff map unknown columns', async () => {
    const person = createTestPerson()
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
      counts: { CREATE: 1 },
    })
    // The first rows of the file are stored only until staff have named the columns.
    expect(JSON.stringify(report.columns)).toContain(person.idNo)
    for (const id of [report.importId, importId])
      expect(JSON.stringify((await desk.state(id)).columns), id).not.toContain(person.name)
    expect((await desk.state(importId)).columns.map(({ title }) => title)).toContain('号码')
  })

  it('an import reports each row as wrong, existing or duplicate, and returns the unwritten rows', async () => {
    const there = await makeStudent({ name: '已在系统' })
    const [fresh, twin, wrong] = [createTestPerson('新来甲'), createTestPerson('新来乙'), createTestPerson('写错丙')]
    const lines = [
      toRosterLine({ ...wrong, idNo: `${wrong.idNo.slice(0, 17)}?` }),
      toRosterLine({ ...createTestPerson('占用戊'), certificateNo: there.certificateNo }),
      toRosterLine({ ...createTestPerson('Zhang'), phone: '123' }),
      toRosterLine({ ...createTestPerson(), name: '' }),
    ]
    const people = [fresh, there, twin, { ...createTestPerson('同机丁'), phone: twin.phone }]
    const report = await desk.checked('STUDENTS', toRosterTable(people, lines))
    expect(report.counts).toMatchObject({ CREATE: 1, SAME: 1, REFUSE: 6 })
    const twinPhone = `${twin.phone.slice(0, 3)}****${twin.phone.slice(-4)}`
    expect(await desk.rows(report.importId)).toMatchObject([
      { no: 2, action: 'CREATE', problems: [] },
      { no: 3, action: 'SAME', studentId: there.id },
      {
        ...{ no: 4, action: 'REFUSE', shown: { PHONE: twinPhone } },
        problems: [{ field: 'PHONE', column: '手机号', problem: expect.stringContaining('第 5 行') }],
      },
      { no: 5, action: 'REFUSE', problems: [{ problem: expect.stringContaining('第 4 行') }] },
      { no: 6, action: 'REFUSE', problems: [{ field: 'ID_NO', column: '证件号' }] },
      {
        ...{ no: 7, action: 'REFUSE', studentId: there.id },
        problems: [{ column: '资格证书编号', problem: expect.stringContaining('已是学员 已在系统') }],
      },
      {
        ...{ no: 8, action: 'REFUSE', shown: { NAME: 'Zhang', PHONE: '123' } },
        problems: [{ column: '姓名' }, { column: '手机号' }],
      },
      { no: 9, action: 'REFUSE', problems: [{ column: '姓名', problem: '没有填写' }] },
    ])
    expect(await desk.ran(report.importId)).toMatchObject({
      ...{ state: 'DONE', written: 1, sheet: 'READY' },
      counts: { WRITTEN: 1, SAME: 1, REFUSE: 6 },
    })
    expect(await readStudentByPhone(fresh.phone)).toBeDefined()
    expect(await readStudentByPhone(twin.phone)).toBeUndefined()

    const returned = await desk.returned(report.importId)
    expect(returned).toMatchObject({ code: 1, data: { name: 'roster-退回.xlsx', rows: 6 } })
    const [sheet] = await readWorkbook(Buffer.from(returned.data.content, 'base64'))
    const [titles, ...back] = sheet?.data ?? []
    expect(titles).toEqual([...['姓名', '身份证号', '手机号', '资格证书编号', '执业单位', '职称', '问题']])
    expect(back[0]?.slice(0, 3)).toEqual([twin.name, twin.idNo, twin.phone])
    expect(back.map((row) => row[6])).toEqual([
      expect.stringMatching(/^手机号：与第 5 行相同.*（原表第 4 行）$/),
      expect.stringMatching(/^手机号：与第 4 行相同.*（原表第 5 行）$/),
      expect.stringMatching(/^证件号：.*（原表第 6 行）$/),
      expect.stringMatching(/^资格证书编号：已是学员/),
      expect.stringMatching(/^姓名：.*；手机号：/),
      '姓名：没有填写（原表第 9 行）',
    ])
    expect((await listAuditRowsOf(report.importId)).map(({ action }) => action)).toEqual([
      'roster_import.finished',
      'roster_import.returned',
    ])

    const mended = back.slice(0, 1).map((row) => row.map(String))
    const cells = [titles ?? [], ...mended].map((row) => row.map((value) => ({ value: String(value), type: String })))
    const again = await desk.checked('STUDENTS', await writeXlsx(cells).toBuffer())
    expect(again.counts).toMatchObject({ CREATE: 1, REFUSE: 0 })
  })

  it('importing the same file again changes nothing', async () => {
    const people = [createTestPerson('再来甲'), createTestPerson('再来乙')]
    const first = await desk.checked('STUDENTS', toRosterTable(people))
    await desk.ran(first.importId)
    const before = await readStudentByPhone(people[0]?.phone ?? '')
    const again = await desk.checked('STUDENTS', toRosterTable(people))
    expect(again.counts).toMatchObject({ CREATE: 0, SAME: 2, REFUSE: 0 })
    expect(await desk.run(again.importId)).toMatchObject({ key: 'roster_import.nothingToDo' })
    expect(await desk.returned(again.importId)).toMatchObject({
      key: 'roster_import.nothingToReturn',
    })
    expect(await readStudentByPhone(people[0]?.phone ?? '')).toEqual(before)
  })

  it('an import writes the remaining rows if somebody registered meanwhile', async () => {
    const [one, taken] = [createTestPerson(), createTestPerson()]
    const report = await desk.checked('STUDENTS', toRosterTable([one, taken]))
    const { db } = await deps()
    const { importStudent } = await import('../../student/service/register.ts')
    const { password, ...person } = taken
    const rest = {
      idType: 'ID_CARD' as const,
      employer: null,
      titleCode: 0,
      initialPasswordChanged: true,
    }
    await importStudent(db, { ...person, ...rest, name: '另有其人' }, password)
    expect(await desk.ran(report.importId)).toMatchObject({
      ...{ state: 'DONE', written: 1, counts: { WRITTEN: 1, REFUSE: 1 } },
    })
    expect(await readStudentByPhone(one.phone)).toBeDefined()
    const [row] = await desk.rows(report.importId, 'REFUSE')
    expect(row).toMatchObject({
      ...{ no: 3, problems: [{ field: 'ID_NO' }, { field: 'PHONE' }, {}] },
    })
    expect(row?.problems[0]?.problem).toMatch(/^检查之后有变动：已是学员 另有其人/)
    expect(await listAuditRowsOf(report.importId)).toMatchObject([{ detail: { rows: 1, notWritten: 1 } }])
  })

  it('an import that was stopped keeps the rows written so far', async () => {
    const people = [createTestPerson('停止甲'), createTestPerson('停止乙')]
    const report = await desk.checked('STUDENTS', toRosterTable(people))
    const { importId } = report
    const { db } = await deps()
    const half = db.updateTable('rosterImport').set({ state: 'WRITING', written: 1 })
    await half.where('id', '=', importId).execute()
    const first = db.updateTable('rosterImportRow').set({ action: 'WRITTEN' })
    await first.where('importId', '=', importId).where('no', '=', 2).execute()
    expect(await desk.stop(importId)).toMatchObject({
      data: { state: 'DONE', written: 1, counts: { WRITTEN: 1, CREATE: 1 } },
    })
    expect(await desk.stop(importId)).toMatchObject({ data: { state: 'DONE' } })
    expect(await listAuditRowsOf(importId)).toMatchObject([{ detail: { notWritten: 1, stopped: true } }])
    const { data } = await desk.returned(importId)
    const [sheet] = await readWorkbook(Buffer.from(data.content, 'base64'))
    expect(sheet?.data[1]).toEqual(expect.arrayContaining(['停止乙', '停止写入时还没有写到这一行（原表第 3 行）']))
  })

  it('an import continues after a crash and fails after three crashes', async () => {
    const person = createTestPerson()
    const report = await desk.checked('STUDENTS', toRosterTable([person]))
    const world = await deps()
    const { db } = world
    const stall = (claim: number) =>
      db
        .updateTable('rosterImport')
        .set({ state: 'WRITING', claim, touchedAt: new Date(0) })
        .where('id', '=', report.importId)
        .execute()
    const again = () =>
      db
        .updateTable('rosterImport')
        .set({ problem: null, state: 'CHECKED' })
        .where('id', '=', report.importId)
        .execute()
    await stall(2)
    await rosterImports.resumeStalled(world)
    expect(await desk.state(report.importId)).toMatchObject({ state: 'FAILED' })
    await again()
    // Whoever was disabled meanwhile no longer writes anything.
    const setDisabled = (disabledAt: Date | null) =>
      db.updateTable('staff').set({ disabledAt }).where('id', '=', desk.clerk.id).execute()
    await setDisabled(new Date())
    await stall(0)
    await rosterImports.resumeStalled(world)
    await setDisabled(null)
    expect(await desk.state(report.importId)).toMatchObject({ state: 'FAILED', written: 0 })
    await again()
    await stall(0)
    await rosterImports.resumeStalled(world)
    expect(await desk.state(report.importId)).toMatchObject({ state: 'DONE' })
    expect(await readStudentByPhone(person.phone)).toBeDefined()
  })

  it('a process that stops in order gives its import back, which does not count as a crash', async () => {
    const person = createTestPerson()
    const { importId } = await desk.checked('STUDENTS', toRosterTable([person]))
    const world = await deps()
    const row = world.db.updateTable('rosterImport').where('id', '=', importId)
    await row.set({ state: 'WRITING', claim: 1, touchedAt: new Date(0) }).execute()
    const stop = new AbortController()
    const { jobs } = world.databases
    const db = jobs.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some(({ id, claim }) => id === importId && claim === 2)) stop.abort()
        return result
      },
    })
    const databases = { ...world.databases, jobs: { ...jobs, db } }
    await expect(rosterImports.resumeStalled({ ...world, databases }, stop.signal)).rejects.toThrow('abort')
    const left = await world.db
      .selectFrom('rosterImport')
      .select(['state', 'claim', 'written'])
      .where('id', '=', importId)
      .executeTakeFirst()
    expect(left).toEqual({ state: 'WRITING', claim: 1, written: 0 })
    await rosterImports.resumeStalled(world)
    expect(await desk.state(importId)).toMatchObject({ state: 'DONE', written: 1 })
  })

  it('an import resumes after a crash and puts all initial passwords into one sheet', async () => {
    const [one, two] = [createTestPerson('接续甲'), createTestPerson('接续乙')]
    const first = await desk.checked('STUDENTS', toRosterTable([one]))
    const { importId } = first
    await desk.ran(importId)
    const rest = await desk.checked('STUDENTS', toRosterTable([createTestPerson(), two], []))
    const world = await deps()
    const { db } = world
    const moved = db.updateTable('rosterImportRow').set({ importId })
    await moved.where('importId', '=', rest.importId).where('no', '=', 3).execute()
    const stalled = { state: 'WRITING', claim: 1, touchedAt: new Date(0) }
    await db.updateTable('rosterImport').set(stalled).where('id', '=', importId).execute()
    expect(await desk.passwords(importId)).toMatchObject({ key: 'roster_import.noSheet' })
    await rosterImports.resumeStalled(world)
    expect(await desk.state(importId)).toMatchObject({ state: 'DONE', written: 2 })
    const { data } = await desk.passwords(importId)
    const [sheet] = await readWorkbook(Buffer.from(data.content, 'base64'))
    expect(sheet?.data.slice(1).map(([, name]) => name)).toEqual([one.name, two.name])
    const made = db.selectFrom('student').select('id').where('rosterImportId', '=', importId)
    expect(await made.execute()).toHaveLength(2)
  })

  it.each([
    ['empty', '  \n'],
    ['broken', Buffer.from('PK\u0003\u0004 this is no workbook')],
    ['hostile', `${'"'.repeat(3)}a,b\n${'x,'.repeat(300)}`],
  ])('an import refuses a file that is %s and accepts the next file', async (_, content) => {
    const fileId = await uploadStaffFile(desk.clerk.token, {
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

describe('roster import calls', () => {
  const id = randomUUID()
  const begin = { importId: id, kind: 'STUDENTS', fileId: id, mapping: null }
  const calls = [
    ['POST /roster_import/v1/check', begin, { ...begin, kind: 'ALL' }, 'kind'],
    ['GET /roster_import/v1/state', { importId: id }, { importId: '1' }, 'importId'],
    ['GET /roster_import/v1/rows', { importId: id }, { importId: id, show: 'X' }, 'show'],
    ['POST /roster_import/v1/run', { importId: id }, {}, 'importId'],
    ['POST /roster_import/v1/stop', { importId: id }, {}, 'importId'],
    ['POST /roster_import/v1/returned', { importId: id }, {}, 'importId'],
    ['POST /roster_import/v1/passwords', { importId: id, key: id }, { importId: id }, 'key'],
    ['GET /roster_import/v1/list', {}, { page: '0' }, 'page'],
    [
      'POST /roster_import/v1/renew_passwords',
      { importId: id, key: id, reason: '遗失' },
      { importId: id, key: id, reason: '' },
      'reason',
    ],
  ] as const

  it.each(calls)('%s refuses calls without sign-in, permission or valid input', async (...one) =>
    expectCallIsGuarded(desk.other, one),
  )

  it('staff can open only their own imports, and an import id belongs to one file', async () => {
    desk = await makeRosterDesk()
    const report = await desk.checked('STUDENTS', toRosterTable([createTestPerson()]))
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
      await desk.stop(importId, desk.other),
      await desk.returned(importId, desk.other),
      await staffCall('GET /roster_import/v1/state', { importId }, desk.other.token),
      await staffCall('GET /roster_import/v1/rows', { importId }, desk.other.token),
      await staffCall('POST /roster_import/v1/passwords', { importId, key: importId }, desk.other.token),
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
