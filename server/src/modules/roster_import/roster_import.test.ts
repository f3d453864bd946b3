import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { auditOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { staffFile } from '../../../test/factories/file.ts'
import { importsOf, rosterLine, rosterOf } from '../../../test/factories/roster_import.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { makeStudent, newPerson } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { hoursTotals } from '../hours/service.ts'
import { forgetOldImports, resumeStalled } from './service/check.ts'

let clerk: TestStaff
let other: TestStaff

/** New ones where a test lets half an hour go by: a session of the console ends then. */
async function hire(): Promise<void> {
  clerk = await makeStaff({ permissions: ['student.import'] })
  other = await makeStaff({ permissions: ['student.import', 'poster.edit'] })
}
beforeAll(hire)

const { state, check, run, passwords, settled, checked, ran } = importsOf(() => clerk)
const rows = async (importId: string) =>
  (
    await mustStaff(
      'GET /roster_import/v1/rows',
      { importId, pageSize: '100' } as never,
      clerk.token,
    )
  ).list

async function find(phone: string) {
  const { db } = await deps()
  return db.selectFrom('student').selectAll().where('phone', '=', phone).executeTakeFirst()
}

describe('import of students', () => {
  it('reports first, then makes all of them; the initial passwords can be fetched once', async () => {
    const people = [newPerson('导入甲'), newPerson('导入乙'), newPerson('导入丙')]
    const file = rosterOf(people).replace(/(导入丙.*)副教授/, '$1主管药师')
    const report = await checked('STUDENTS', file)
    expect(report).toMatchObject({
      state: 'CHECKED',
      total: 3,
      counts: { create: 3, same: 0, refuse: 0 },
      sheet: 'NONE',
      mapping: ['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO', 'EMPLOYER', 'TITLE'],
    })
    expect(JSON.stringify(await rows(report.importId))).not.toContain(people[0]?.idNo)
    expect(await find(people[0]?.phone ?? '')).toBeUndefined()
    expect(await passwords(report.importId)).toMatchObject({ key: 'roster_import.noSheet' })

    expect(await ran(report.importId)).toMatchObject({ state: 'DONE', written: 3, sheet: 'READY' })
    expect(await run(report.importId)).toMatchObject({ code: 1, data: { state: 'DONE' } })
    const key = randomUUID()
    const sheet = await passwords(report.importId, key)
    expect(sheet).toMatchObject({ code: 1 })
    // the answer was lost: the same key gets it again; another one does not
    expect(await passwords(report.importId, key)).toMatchObject({ code: 1 })
    expect(await passwords(report.importId)).toMatchObject({ key: 'roster_import.sheetTaken' })
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
    expect(await passwords(report.importId, key)).toMatchObject({ key: 'roster_import.sheetTaken' })
  })

  it('reads Excel, names nobody knows, and columns somebody names', async () => {
    const person = newPerson()
    const cells = [
      ['二〇二六年新学员名单'],
      ['药师', '号码', '联系', '执业药师资格证书编号'],
      [person.name, person.idNo, person.phone, person.certificateNo],
    ].map((row) => row.map((value) => ({ value, type: String })))
    const report = await checked('STUDENTS', await writeXlsx(cells).toBuffer())
    expect(report).toMatchObject({ state: 'MAPPING', columns: [{ title: '药师' }, {}, {}, {}] })
    expect(await run(report.importId)).toMatchObject({ key: 'roster_import.notChecked' })
    const importId = randomUUID()
    const mapping = ['NAME', 'ID_NO', 'PHONE', 'CERTIFICATE_NO']
    const again = { importId, kind: 'STUDENTS', fileId: report.fileId, mapping }
    await check(again)
    expect(await settled(importId, 'READING')).toMatchObject({
      state: 'CHECKED',
      counts: { create: 1 },
    })
    // whoever stands in the first rows is not kept any longer than it takes to name the columns
    expect(JSON.stringify(report.columns)).toContain(person.idNo)
    for (const id of [report.importId, importId])
      expect(JSON.stringify((await state(id)).columns), id).not.toContain(person.name)
    expect((await state(importId)).columns.map(({ title }) => title)).toContain('号码')
  })

  it('tells row by row what is wrong, what is there, and what is twice; one of them hinders all', async () => {
    const there = await makeStudent({ name: '已在系统' })
    const [fresh, twin, wrong] = [newPerson('新来甲'), newPerson('新来乙'), newPerson('写错丙')]
    const report = await checked(
      'STUDENTS',
      rosterOf(
        [fresh, there, twin, { ...newPerson('同机丁'), phone: twin.phone }],
        [
          rosterLine({ ...wrong, idNo: `${wrong.idNo.slice(0, 17)}?` }),
          rosterLine({ ...newPerson('占用戊'), certificateNo: there.certificateNo }),
          rosterLine({ ...newPerson('Zhang'), phone: '123' }),
        ],
      ),
    )
    expect(report.counts).toEqual({ create: 1, same: 1, refuse: 5 })
    expect(await rows(report.importId)).toMatchObject([
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
    expect(await run(report.importId)).toMatchObject({
      key: 'roster_import.rowsRefused',
      data: { refuse: 5 },
    })
    expect(await find(fresh.phone)).toBeUndefined()
  })

  it('writes nothing at all when somebody registered meanwhile', async () => {
    const [one, taken] = [newPerson(), newPerson()]
    const report = await checked('STUDENTS', rosterOf([one, taken]))
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
    expect(await ran(report.importId)).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('第 3 行'),
    })
    expect(await find(one.phone)).toBeUndefined()
    expect(await auditOf(report.importId)).toEqual([])
  })

  it('goes on where a process died, and gives up on what three died of', async () => {
    const person = newPerson()
    const report = await checked('STUDENTS', rosterOf([person]))
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
    expect(await state(report.importId)).toMatchObject({ state: 'FAILED' })
    await db
      .updateTable('rosterImport')
      .set({ problem: null, state: 'CHECKED' })
      .where('id', '=', report.importId)
      .execute()
    await stall(0)
    await resumeStalled(world)
    expect(await state(report.importId)).toMatchObject({ state: 'DONE' })
    expect(await find(person.phone)).toBeDefined()
  })

  it.each([
    ['empty', '  \n'],
    ['broken', Buffer.from('PK\u0003\u0004 this is no workbook')],
    ['hostile', `${'"'.repeat(3)}a,b\n${'x,'.repeat(300)}`],
  ])('refuses a file that is %s, and is ready for the next', async (_, content) => {
    const fileId = await staffFile(clerk.token, {
      purpose: 'ROSTER',
      name: 'x.csv',
      content: Buffer.from(content),
    }).then(
      ({ id }) => id,
      () => null,
    )
    if (!fileId) return
    const importId = randomUUID()
    await check({ importId, kind: 'STUDENTS', fileId, mapping: null })
    const { state: end } = await settled(importId, 'READING')
    expect(['FAILED', 'MAPPING']).toContain(end)
  })
})

describe('import of public hours', () => {
  const titles = '年度,证件号,资格证书编号,姓名,学时,发证机构,课程名称,凭证编号'

  it('credits each record once, by ID or certificate number; a full year gets its proof', async () => {
    const plan = await makePlan({ requiredProfessional: 0, requiredPublic: 300 })
    const [one, two] = await Promise.all([makeStudent({ name: '学时甲' }), makeStudent()])
    const content = [
      titles,
      `${plan.year},${one.idNo},,学时甲,30,省人社厅,公需科目A,G-1`,
      `${plan.year}年,,${two.certificateNo.toLowerCase()},,12.5,省人社厅,,`,
    ].join('\n')
    const report = await checked('HOURS', content)
    expect(report).toMatchObject({ state: 'CHECKED', counts: { create: 2, refuse: 0 } })
    const { db } = await deps()
    expect(await hoursTotals(db, one.id)).toEqual([])
    expect(await ran(report.importId)).toMatchObject({ state: 'DONE', sheet: 'NONE' })
    expect((await hoursTotals(db, one.id))[0]?.recorded.public).toBe(300)
    expect((await hoursTotals(db, two.id))[0]?.recorded.public).toBe(125)
    const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, one.token)
    expect(list).toMatchObject([{ state: 'ISSUED' }])
    expect(await auditOf(two.id)).toMatchObject([
      { action: 'hours.recorded', detail: { tenths: 125, reference: '省人社厅/公需科目' } },
    ])

    const again = await checked('HOURS', content)
    expect(again.counts).toEqual({ create: 0, same: 0, refuse: 2 })
    expect((await rows(again.importId))[0]?.problems).toEqual([
      { column: '凭证编号', problem: '这一条已经录入过' },
    ])
    expect(await run(again.importId)).toMatchObject({ key: 'roster_import.rowsRefused' })
  })

  it('refuses who is not there, another name, a year without a plan, odd hours, and twins', async () => {
    const plan = await makePlan()
    const [one, two] = await Promise.all([makeStudent({ name: '学时乙' }), makeStudent()])
    const report = await checked(
      'HOURS',
      [
        titles,
        `${plan.year},${newPerson().idNo},,,1,省厅,,`,
        `${plan.year},${one.idNo},${two.certificateNo},,1,省厅,,`,
        `${plan.year},${one.idNo},,别人,1,省厅,,X-1`,
        `2001,${one.idNo},,,1,省厅,,X-2`,
        `${plan.year},${one.idNo},,,1.55,省厅,,X-3`,
        `${plan.year},${one.idNo},,,0,,,X-4`,
        `${plan.year},,,,5,省厅,,X-5`,
        `${plan.year},${one.idNo},,,5,省厅,,X-6`,
        `${plan.year},${one.idNo},,,6,省厅,,X-6`,
      ].join('\n'),
    )
    expect(
      (await rows(report.importId)).map(({ action, problems }) => [
        action,
        problems.map(({ column }) => column),
      ]),
    ).toEqual([
      ['REFUSE', ['证件号']],
      ['REFUSE', ['资格证书编号']],
      ['REFUSE', ['姓名']],
      ['REFUSE', ['年度']],
      ['REFUSE', ['学时']],
      ['REFUSE', ['学时', '颁发单位']],
      ['REFUSE', ['证件号']],
      ['CREATE', []],
      ['REFUSE', ['凭证编号']],
    ])
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

  it.each(calls)(
    '%s asks for sign-in, the permission and good input',
    async (key, good, bad, field) => {
      const stranger = await makeStaff({ permissions: ['student.read'] })
      expect((await staffCall(key, good)).status).toBe(401)
      expect(await staffCall(key, good, stranger.token)).toMatchObject({ key: 'staff.forbidden' })
      expect(await staffCall(key, bad, other.token)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.any(String) } },
      })
    },
  )

  it("knows one's own import only, and one meaning of an id", async () => {
    await hire()
    const report = await checked('STUDENTS', rosterOf([newPerson()]))
    const { importId, fileId } = report
    const same = { importId, kind: 'STUDENTS', fileId, mapping: null }
    const twice = await Promise.all([check(same), check(same)])
    expect(twice[0]).toEqual(twice[1])
    expect(await check({ ...same, kind: 'HOURS' })).toMatchObject({ key: 'roster_import.conflict' })
    expect(await check({ ...same, importId: randomUUID() }, other)).toMatchObject({
      key: 'roster_import.noFile',
    })
    for (const answer of [
      await run(importId, other),
      await staffCall('GET /roster_import/v1/state', { importId }, other.token),
      await staffCall('GET /roster_import/v1/rows', { importId }, other.token),
      await staffCall('POST /roster_import/v1/passwords', { importId, key: importId }, other.token),
      await staffCall(
        'POST /roster_import/v1/renew_passwords',
        { importId, key: importId, reason: '遗失' },
        other.token,
      ),
    ])
      expect(answer).toMatchObject({ key: 'roster_import.notFound' })
    expect(await call('GET /student/v1/challenge')).toMatchObject({ code: 1 })
  })
})
