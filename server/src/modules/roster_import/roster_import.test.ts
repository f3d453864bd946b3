import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { auditOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { staffFile } from '../../../test/factories/file.ts'
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

type Kind = 'STUDENTS' | 'HOURS'

async function uploaded(content: string | Buffer, name = 'roster.csv'): Promise<string> {
  const file = { purpose: 'ROSTER' as const, name, content: Buffer.from(content) }
  return (await staffFile(clerk.token, file)).id
}

const check = (input: unknown, staff = clerk) =>
  staffCall('POST /roster_import/v1/check', input, staff.token)
const state = (importId: string) =>
  mustStaff('GET /roster_import/v1/state', { importId }, clerk.token)
const run = (importId: string, staff = clerk) =>
  staffCall('POST /roster_import/v1/run', { importId }, staff.token)
const passwords = (importId: string, key: string = randomUUID()) =>
  staffCall('POST /roster_import/v1/passwords', { importId, key }, clerk.token)
const rows = async (importId: string) =>
  (
    await mustStaff(
      'GET /roster_import/v1/rows',
      { importId, pageSize: '100' } as never,
      clerk.token,
    )
  ).list

async function settled(importId: string, before: string) {
  await expect.poll(async () => (await state(importId)).state, { timeout: 25_000 }).not.toBe(before)
  return state(importId)
}

async function checked(kind: Kind, content: string | Buffer, mapping: unknown = null) {
  const name = typeof content === 'string' ? 'roster.csv' : 'roster.xlsx'
  const input = { importId: randomUUID(), kind, fileId: await uploaded(content, name), mapping }
  expect(await check(input)).toMatchObject({ code: 1 })
  return { ...input, ...(await settled(input.importId, 'READING')) }
}

async function ran(importId: string) {
  expect(await run(importId)).toMatchObject({ code: 1 })
  return settled(importId, 'WRITING')
}

const head = '姓名,身份证号,手机号,资格证书编号,执业单位,职称'
type Person = ReturnType<typeof newPerson>
const line = ({ name, idNo, phone, certificateNo }: Person) =>
  [name, idNo, phone, certificateNo, '示例大药房', '副教授'].join(',')
const table = (people: Person[], more: string[] = []) =>
  `${[head, ...people.map(line), ...more].join('\n')}\n`

async function find(phone: string) {
  const { db } = await deps()
  return db.selectFrom('student').selectAll().where('phone', '=', phone).executeTakeFirst()
}

describe('import of students', () => {
  it('reports first, then makes all of them; the initial passwords can be fetched once', async () => {
    const people = [newPerson('导入甲'), newPerson('导入乙'), newPerson('导入丙')]
    const file = table(people).replace(/(导入丙.*)副教授/, '$1主管药师')
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
    const report = await checked('STUDENTS', table([one, taken]))
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
    const report = await checked('STUDENTS', table([person]))
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

describe('what became of imports', () => {
  const renew = (input: unknown, staff = clerk) =>
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
    await hire()
    const report = await checked('STUDENTS', table([newPerson('记录甲'), newPerson('记录乙')]))
    const { importId } = report
    expect(await listed(importId, other)).toMatchObject({
      fileName: 'roster.csv',
      kind: 'STUDENTS',
      state: 'CHECKED',
      create: 2,
      refuse: 0,
      readable: false,
    })
    expect(await listed(importId, clerk)).toMatchObject({ readable: true })
    await ran(importId)
    expect(await listed(importId, other)).toMatchObject({
      state: 'DONE',
      create: 2,
      neverUsed: 2,
      readable: true,
    })
    const { db } = await deps()
    await db.deleteFrom('rosterImportRow').where('importId', '=', importId).execute()
    const seen = await mustStaff('GET /roster_import/v1/state', { importId }, other.token)
    expect(seen).toMatchObject({ counts: { create: 2 }, sheet: 'NONE', mayRenew: false })
  })

  it('gives new initial passwords to who never signed in, and to nobody else', async () => {
    await hire()
    const people = [newPerson('重发甲'), newPerson('重发乙'), newPerson('重发丙')]
    const { importId } = await checked('STUDENTS', table(people))
    const wish = () => ({ importId, key: randomUUID(), reason: '密码表遗失' })
    expect(await renew(wish())).toMatchObject({ key: 'roster_import.nobodyLeft' })
    await ran(importId)
    const sheet = (await passwords(importId)).data
    const [read] = await readWorkbook(Buffer.from(sheet.content, 'base64'))
    const signIn = (person: Person | undefined, password: unknown) =>
      call('POST /student/v1/login', {
        account: person?.phone,
        password: digestPassword(String(password)),
      } as never)
    const first = read?.data.slice(1).map((line) => line[4]) ?? []
    expect(await signIn(people[0], first[0])).toMatchObject({ code: 1 })

    // not by a colleague who may not reset passwords; by one who may
    expect(await renew(wish(), other)).toMatchObject({ key: 'staff.forbidden' })
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
    expect(await listed(importId, clerk)).toMatchObject({ neverUsed: 1 })
    // a sheet in parts goes on after the last one told
    const after = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    expect(await renew({ ...wish(), after })).toMatchObject({ data: { people: [], next: null } })
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
    const report = await checked('STUDENTS', table([newPerson()]))
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
