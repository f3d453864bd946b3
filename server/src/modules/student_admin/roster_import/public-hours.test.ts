import { beforeAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeMergeTestDesk } from '../../../../test/factories/merge.ts'
import { makeRosterDesk, type RosterDesk } from '../../../../test/factories/roster.ts'
import { createTestPerson, makeStudent } from '../../../../test/factories/student.ts'
import { deps, must } from '../../../../test/world.ts'
import { recordPublicHours } from '../../credits/certification_grant/service/record.ts'
import { loadHoursTotals } from '../../credits/hours/service.ts'

let desk: RosterDesk
beforeAll(async () => {
  desk = await makeRosterDesk()
})

describe('import of public hours', () => {
  const titles = '年度,证件号,资格证书编号,姓名,学时,发证机构,课程名称,凭证编号'

  it('an import credits each hours record once and issues the proof of a complete year', async () => {
    const plan = await makePlan({ requiredProfessional: 0, requiredPublic: 300 })
    const [one, two] = await Promise.all([makeStudent({ name: '学时甲' }), makeStudent()])
    const content = [
      titles,
      `${plan.year},${one.idNo},,学时甲,30,省人社厅,公需科目A,G-1`,
      `${plan.year}年,,${two.certificateNo.toLowerCase()},,12.5,省人社厅,,`,
    ].join('\n')
    const report = await desk.checked('HOURS', content)
    expect(report).toMatchObject({ state: 'CHECKED', counts: { CREATE: 2, REFUSE: 0 } })
    const { db } = await deps()
    expect(await loadHoursTotals(db, one.id)).toEqual([])
    expect(await desk.ran(report.importId)).toMatchObject({ state: 'DONE', sheet: 'NONE' })
    expect((await loadHoursTotals(db, one.id))[0]?.recorded.public).toBe(300)
    expect((await loadHoursTotals(db, two.id))[0]?.recorded.public).toBe(125)
    const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, one.token)
    expect(list).toMatchObject([{ state: 'ISSUED' }])
    expect(await listAuditRowsOf(two.id)).toMatchObject([
      {
        action: 'hours.recorded',
        detail: { tenths: 125, reference: '省人社厅/公需科目/12.5学时' },
      },
    ])

    const again = await desk.checked('HOURS', content)
    expect(again.counts).toMatchObject({ CREATE: 0, SAME: 2, DOUBT: 1, REFUSE: 0 })
    expect(await desk.run(again.importId)).toMatchObject({ key: 'roster_import.nothingToDo' })
    const other = await desk.checked('HOURS', content.replace(',30,', ',31,'))
    expect((await desk.rows(other.importId))[0]).toMatchObject({
      ...{ action: 'REFUSE', shown: { HOURS: '31' } },
      problems: [{ field: 'REFERENCE', problem: expect.stringContaining('学时是 30') }],
    })
  })

  it('an import writes all hours of a student together, so the proof contains every record', async () => {
    const plan = await makePlan({ requiredProfessional: 0, requiredPublic: 300 })
    const one = await makeStudent()
    const lines = [30, 5].map((hours) => `${plan.year},${one.idNo},,,${hours},省厅,,A-${hours}`)
    const { importId } = await desk.checked('HOURS', [titles, ...lines].join('\n'))
    expect(await desk.ran(importId)).toMatchObject({ state: 'DONE' })
    const { db } = await deps()
    const proofs = await db.selectFrom('proof').select('snapshot').where('studentId', '=', one.id).execute()
    expect(proofs).toMatchObject([{ snapshot: { entries: [{ hours: 30 }, { hours: 5 }] } }])
    expect(await listAuditRowsOf(one.id)).toHaveLength(2)
  })

  it('an import writes the remaining rows if an account was merged or closed meanwhile', async () => {
    const plan = await makePlan()
    const [other, kept, closed] = await Promise.all([makeStudent(), makeStudent(), makeStudent()])
    const lines = [other, closed].map(({ idNo }, at) => `${plan.year},${idNo},,,5,省厅,,M-${at}`)
    const { importId } = await desk.checked('HOURS', [titles, ...lines].join('\n'))
    await (await makeMergeTestDesk()).merge(kept, closed)
    expect(await desk.ran(importId)).toMatchObject({ state: 'DONE', written: 1 })
    expect(await desk.rows(importId, 'REFUSE')).toMatchObject([
      { no: 3, problems: [{ problem: expect.stringContaining('检查之后有变动：没有这个证件号') }] },
    ])
    const { db } = await deps()
    expect(await loadHoursTotals(db, closed.id)).toEqual([])
    expect((await loadHoursTotals(db, other.id))[0]?.recorded.public).toBe(50)
  })

  it('an import distinguishes certificates without a number by their content', async () => {
    const plan = await makePlan()
    const one = await makeStudent()
    const { db } = await deps()
    const line = (cells: string) => `${plan.year},${one.idNo},,,${cells}`
    const before = { year: plan.year, hours: 3, title: '公需科目（省厅）', actor: 'staff:test' }
    const account = one.phone
    await recordPublicHours(await deps(), { ...before, account, reference: '省厅/公需科目' })
    const lines = ['5,省厅,,', '6,省厅,,', '5,省厅,法规,', '4,省厅/公需,科目,', '4,省厅,公需/科目,']
    const first = await desk.checked('HOURS', [titles, ...lines.map(line)].join('\n'))
    expect(first.counts).toMatchObject({ CREATE: 5, REFUSE: 0 })
    await desk.ran(first.importId)
    expect((await loadHoursTotals(db, one.id))[0]?.recorded.public).toBe(270)

    const again = ['3,省厅,,', '5.0,省厅,,', '7,省厅,,', '7,省厅,,', '1,省厅,,ｇ-7', '1,省厅,,G- 7']
    const second = await desk.checked('HOURS', [titles, ...again.map(line)].join('\n'))
    const rows = await desk.rows(second.importId)
    const told = rows.map(({ action, problems, notes }) => [
      action,
      problems[0]?.problem ?? notes.find(({ doubt }) => doubt)?.note,
    ])
    const same = '已录入过同样的一条；确是另一张证书的，请填写凭证编号后重新上传'
    expect(told).toEqual([
      ['SAME', same],
      ['SAME', same],
      ['CREATE', undefined],
      ['REFUSE', '与第 4 行重复；确是另一张证书的，请填写凭证编号'],
      ['CREATE', undefined],
      ['REFUSE', '与第 6 行重复，请只留一行'],
    ])
  })

  it('an import of hours refuses unknown people, other names, invalid hours and duplicates', async () => {
    const plan = await makePlan()
    const [one, two] = await Promise.all([makeStudent({ name: '学时乙' }), makeStudent()])
    const report = await desk.checked(
      'HOURS',
      [
        titles,
        `${plan.year},${createTestPerson().idNo},,,1,省厅,,`,
        `${plan.year},${one.idNo},${two.certificateNo},,1,省厅,,`,
        `${plan.year},${one.idNo},,别人,1,省厅,,X-1`,
        `2001,${one.idNo},,,1,省厅,,X-2`,
        `${plan.year},${one.idNo},,,1.55,省厅,,X-3`,
        `${plan.year},${one.idNo},,,0,,,X-4`,
        `${plan.year},,,,5,省厅,,X-5`,
        `${plan.year},${one.idNo},,,0x1E,省厅,,X-7`,
        `${plan.year},${one.idNo},,,1e1,省厅,,X-8`,
        `${plan.year},${one.idNo},,,１２．５学时,省厅,,X-9`,
        `${plan.year},${one.idNo},,,5,省厅,,X-6`,
        `${plan.year},${one.idNo},,,6,省厅,,X-6`,
      ].join('\n'),
    )
    expect(
      (await desk.rows(report.importId)).map(({ action, problems }) => [action, problems.map(({ column }) => column)]),
    ).toEqual([
      ['REFUSE', ['证件号']],
      ['REFUSE', ['资格证书编号']],
      ['REFUSE', ['姓名']],
      ['REFUSE', ['年度']],
      ['REFUSE', ['学时']],
      ['REFUSE', ['学时', '颁发单位']],
      ['REFUSE', ['证件号']],
      ['REFUSE', ['学时']],
      ['REFUSE', ['学时']],
      ['CREATE', []],
      ['CREATE', []],
      ['REFUSE', ['凭证编号']],
    ])
  })
})
