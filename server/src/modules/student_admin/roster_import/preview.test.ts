import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import {
  makeRosterDesk,
  type RosterDesk,
  type RosterPerson,
  readStudentByPhone,
  toRosterTable,
} from '../../../../test/factories/roster.ts'
import { createTestPerson } from '../../../../test/factories/student.ts'

let desk: RosterDesk
beforeAll(async () => {
  desk = await makeRosterDesk()
})

const titles = ['姓名', '身份证号', '手机号', '资格证书编号', '执业单位']
const text = (value: string, style: object = {}) => ({ value, type: String, ...style })
const cellsOf = (rows: string[][]) => rows.map((row) => row.map((value) => text(value)))
const rowOf = ({ name, idNo, phone, certificateNo }: RosterPerson) => [name, idNo, phone, certificateNo]

describe('preview of a roster import', () => {
  it('a roster import accepts usual spellings of personal data and sheets, and reports its changes', async () => {
    const [one, two] = [createTestPerson('整理甲'), createTestPerson('整理乙')]
    const spaced = `${one.idNo.slice(0, 6)} ${one.idNo.slice(6, 14)} ${one.idNo.slice(14)}`
    const report = await desk.checked(
      'STUDENTS',
      toRosterTable([
        { ...one, name: '整理\u200b甲', idNo: spaced, phone: `+86 ${one.phone}` },
        { ...two, phone: `0086-${two.phone.slice(0, 3)}-${two.phone.slice(3)}` },
      ]),
    )
    expect(report.counts).toMatchObject({ CREATE: 2, CHANGED: 2, REFUSE: 0 })
    const [first, second] = await desk.rows(report.importId)
    expect(first?.shown).toMatchObject({
      ...{ NAME: '整理甲', EMPLOYER: '示例大药房', TITLE: '副教授' },
      ...{ CERTIFICATE_NO: one.certificateNo, ID_TYPE: '居民身份证' },
      PHONE: `${one.phone.slice(0, 3)}****${one.phone.slice(-4)}`,
    })
    expect(first?.notes.map(({ field, was }) => [field, was])).toEqual([
      ['NAME', '整理⟨不可见字符⟩甲'],
      ['ID_NO', expect.stringMatching(/^\d{6} \*{8} [\dX]{4}$/)],
      ['PHONE', expect.stringMatching(/^\+86 1\d\d\*{4}\d{4}$/)],
    ])
    expect(second?.notes).toMatchObject([{ field: 'PHONE', doubt: false }])
    const shown = await desk.rows(report.importId, 'CHANGED')
    expect(shown).toHaveLength(2)
    expect(await desk.rows(report.importId, 'REFUSE')).toEqual([])
    await desk.ran(report.importId)
    for (const { phone } of [one, two]) expect(await readStudentByPhone(phone)).toBeDefined()
  })

  it('a roster import reads the sheet that contains a list, or the one that staff named', async () => {
    const [one, two] = [createTestPerson(), createTestPerson()]
    const sheets = [
      { sheet: '说明', data: cellsOf([['请按模板填写'], ['每行一人']]) },
      { sheet: '名单', data: cellsOf([titles, rowOf(one)]) },
      { sheet: '名单（旧）', data: cellsOf([['2025 年'], titles, rowOf(two)]) },
    ]
    const content = await writeXlsx(sheets).toBuffer()
    const report = await desk.checked('STUDENTS', content)
    expect(report).toMatchObject({
      ...{ state: 'CHECKED', counts: { CREATE: 1 } },
      table: {
        ...{ sheet: '名单', headRow: 1 },
        sheets: [{ name: '说明', rows: 2 }, { name: '名单' }, { name: '名单（旧）', rows: 3 }],
        notices: ['只读取了工作表“名单”，没有读取“说明”、“名单（旧）”'],
      },
    })
    const importId = randomUUID()
    const { fileId } = report
    const named = { importId, kind: 'STUDENTS', fileId, mapping: null, sheet: '名单（旧）' }
    expect(await desk.check({ ...named, headRow: 2 })).toMatchObject({ code: 1 })
    expect(await desk.settled(importId, 'READING')).toMatchObject({
      ...{ state: 'CHECKED', table: { sheet: '名单（旧）', headRow: 2 } },
      counts: { CREATE: 1, REFUSE: 0 },
    })
    expect(await desk.check({ ...named, headRow: 3 })).toMatchObject({
      key: 'roster_import.conflict',
    })
    const [row] = await desk.rows(importId)
    expect(row?.shown.NAME).toBe(two.name)
  })

  it('a roster import fills merged cells, skips struck-through text and reports both', async () => {
    const people = [createTestPerson('合并甲'), createTestPerson('合并乙'), createTestPerson('合并丙')]
    const [first, second, third] = people.map((person) => rowOf(person).map((one) => text(one)))
    const data = [
      ...cellsOf([titles]),
      [...(first ?? []), text('第一大药房', { rowSpan: 2 })],
      second ?? [],
      [...(third ?? []), text('已关闭的药房', { textDecoration: { strikethrough: true } })],
    ]
    const report = await desk.checked('STUDENTS', await writeXlsx(data).toBuffer())
    expect(report.counts).toMatchObject({ CREATE: 3, CHANGED: 2 })
    const rows = await desk.rows(report.importId)
    expect(rows.map(({ shown }) => shown.EMPLOYER)).toEqual(['第一大药房', '第一大药房', ''])
    expect(rows[1]?.notes).toMatchObject([{ field: 'EMPLOYER', note: '取自合并单元格' }])
    expect(rows[2]?.notes).toMatchObject([{ field: 'EMPLOYER', note: '有删除线的“已关闭的药房”没有读取' }])
    await desk.ran(report.importId)
    for (const [at, employer] of ['第一大药房', '第一大药房', null].entries())
      expect(await readStudentByPhone(people[at]?.phone ?? '')).toMatchObject({ employer })
  })

  it('a roster import refuses numbers that a sheet cut to fifteen digits, and advises staff', async () => {
    const [one, two, three] = [createTestPerson(), createTestPerson(), createTestPerson()]
    const data = [
      ...cellsOf([titles]),
      [
        text(one.name),
        { value: Number(one.idNo.slice(0, 17)) * 10, type: Number },
        ...(cellsOf([[one.phone, one.certificateNo]])[0] ?? []),
      ],
    ]
    const rounded = await desk.checked('STUDENTS', await writeXlsx(data).toBuffer())
    expect(await desk.rows(rounded.importId)).toMatchObject([
      {
        action: 'REFUSE',
        problems: [{ field: 'ID_NO', problem: expect.stringContaining('文本') }],
      },
    ])
    const csv = await desk.checked(
      'STUDENTS',
      toRosterTable([
        { ...two, idNo: '3.30102E+17' },
        { ...three, phone: '1.38E+10' },
      ]),
    )
    expect(await desk.rows(csv.importId)).toMatchObject([
      {
        ...{ action: 'REFUSE', shown: { ID_NO: '3.30102E+17' } },
        problems: [{ field: 'ID_NO', problem: expect.stringContaining('设为“文本”') }],
      },
      {
        ...{ action: 'REFUSE', shown: { PHONE: '1.38E+10' } },
        problems: [{ field: 'PHONE', problem: expect.stringContaining('设为“文本”') }],
      },
    ])
  })
})
