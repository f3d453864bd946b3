import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCourse } from '../../../../test/factories/catalogue.ts'
import { makeOnePixelPng, uploadStaffFile } from '../../../../test/factories/file.ts'
import { makeQuestionImportDesk } from '../../../../test/factories/question-import.ts'
import { readSheetTexts } from '../../../../test/factories/sheet.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { buildSheetData, richTextCell, richTextRun } from '../../../../test/workbooks/cells.ts'
import { buildTestWorkbook } from '../../../../test/workbooks/parts.ts'
import { deps, mustStaff, passTime, staffCall } from '../../../../test/world.ts'
import { ImportTakenOver, insertImport, updateClaimedImport } from '../../../platform/db/staged-import.ts'
import { questionImports } from './service/import-questions.ts'

let teacher: TestStaff
let other: TestStaff
let desk: ReturnType<typeof makeQuestionImportDesk>

beforeAll(async () => {
  const permissions = ['question.read', 'question.edit'] as const
  teacher = await makeStaff({ permissions: [...permissions] })
  desk = makeQuestionImportDesk(teacher)
  other = await makeStaff({ permissions: [...permissions] })
})

const head = '题型,题干,选项A,选项B,选项C,答案,解析\n'
const small = `${head}单选,药品零售企业应当几时验收？,到货时,三日内,月底,A,\n判断,药师可以挂证。,,,,错,\n单选,这一题的答案写错了吧？,甲,乙,丙,Z,\n`

describe('import of questions', () => {
  it('a question import first reports every row, then writes all questions at once', async () => {
    const { courseId } = await makeCourse()
    const before = await desk.countBank(courseId)
    const report = await desk.checked(small, courseId)
    expect(report).toMatchObject({
      state: 'CHECKED',
      format: 'CSV',
      fileName: 'bank.csv',
      read: 3,
      total: 3,
      counts: { CREATE: 2, SAME: 0, REFUSE: 1 },
    })
    expect(await desk.countBank(courseId)).toBe(before)
    expect(await desk.rows(report.importId, { show: 'REFUSE' })).toMatchObject({
      total: 1,
      list: [
        {
          ...{ no: 4, content: null, shown: { ANSWER: 'Z' } },
          problems: [{ field: 'ANSWER', column: '答案' }],
        },
      ],
    })
    const twice = await Promise.all([desk.run(report.importId), desk.run(report.importId)])
    for (const answer of twice) expect(answer).toMatchObject({ code: 1, data: { state: 'DONE' } })
    expect(await desk.countBank(courseId)).toBe(before + 2)
    const found = await mustStaff('GET /question/v1/list', { importId: report.importId }, teacher.token)
    expect(found.list.map(({ stem }) => stem)).toEqual(['药师可以挂证。', '药品零售企业应当几时验收？'])
    const { db } = await deps()
    const audited = await db
      .selectFrom('auditLog')
      .select(['action', 'detail'])
      .where('subject', '=', report.importId)
      .execute()
    expect(audited).toMatchObject([{ action: 'question_import.finished', detail: { questions: 2 } }])
  })

  it('all question imports are listed, but only its owner can open an unfinished import', async () => {
    const { courseId } = await makeCourse()
    const { importId } = await desk.checked(small, courseId)
    const seenBy = async (staff: TestStaff) => {
      const page = { pageSize: '100' } as never
      const { list } = await mustStaff('GET /question_import/v1/list', page, staff.token)
      return list.find(({ id }) => id === importId)
    }
    const stateFor = (staff: TestStaff) => staffCall('GET /question_import/v1/state', { importId }, staff.token)
    expect(await seenBy(other)).toMatchObject({
      fileName: 'bank.csv',
      courseId,
      state: 'CHECKED',
      create: 2,
      refuse: 1,
      readable: false,
    })
    expect(await seenBy(teacher)).toMatchObject({ readable: true })
    expect(await stateFor(other)).toMatchObject({ key: 'question_import.notFound' })
    await desk.run(importId)
    expect(await seenBy(other)).toMatchObject({ state: 'DONE', create: 2, refuse: 1 })
    const { db } = await deps()
    await db.deleteFrom('questionImportRow').where('importId', '=', importId).execute()
    const left = { state: 'DONE', create: 2, refuse: null, readable: true }
    expect(await seenBy(other)).toMatchObject(left)
    expect(await stateFor(other)).toMatchObject({
      data: { state: 'DONE', written: 2, rowsKept: false },
    })
    const running = await staffCall('POST /question_import/v1/run', { importId }, other.token)
    expect(running).toMatchObject({ key: 'question_import.notFound' })
  })

  it('a question import finds duplicates in the question bank and in the file', async () => {
    const { courseId } = await makeCourse()
    await desk.run((await desk.checked(small, courseId)).importId)
    const again = await desk.checked(
      `${small}判断,药师可以 挂证,,,,对,\n单选,全新的一道题目在这里？,甲,乙,,A,\n单选,全新的一道题目，在这里,甲,乙,,A,\n`,
      courseId,
    )
    expect(again.counts).toMatchObject({ CREATE: 1, SAME: 2, REFUSE: 3 })
    const { list } = await desk.rows(again.importId, { show: 'REFUSE' })
    expect(list.map(({ no, problems }) => [no, problems[0]?.problem])).toEqual([
      [4, '“Z”应为选项的字母，如 ABD 或 A,B,D'],
      [5, expect.stringContaining('与第 3 行的题干相同')],
      [7, '与第 6 行的题干相同，请只留一道'],
    ])
    const nothing = await desk.checked(small, courseId)
    expect(await desk.run(nothing.importId)).toMatchObject({ key: 'question_import.nothingToDo' })
  })

  it('a question import writes nothing if the question bank changed after the check', async () => {
    const { courseId } = await makeCourse()
    const [first, second] = [await desk.checked(small, courseId), await desk.checked(small, courseId)]
    expect(await desk.run(first.importId)).toMatchObject({ code: 1 })
    const total = await desk.countBank(courseId)
    expect(await desk.run(second.importId)).toMatchObject({ key: 'question_import.bankChanged' })
    expect(await desk.countBank(courseId)).toBe(total)
    expect(await desk.state(second.importId)).toMatchObject({ state: 'CHECKED' })
  })

  it('a question import asks staff to name unknown columns and uses the given names', async () => {
    const { courseId } = await makeCourse()
    const odd = '甲列,乙列,丙列,丁列\n处方审核由谁负责？,药师,店长,B\n'
    const asked = await desk.checked(odd, courseId)
    expect(asked).toMatchObject({ state: 'MAPPING', mapping: [null, null, null, null] })
    expect(asked.columns[0]).toEqual({ title: '第 1 列', samples: ['甲列', '处方审核由谁负责？'] })
    expect(await desk.run(asked.importId)).toMatchObject({ key: 'question_import.notChecked' })
    const told = await desk.checked(odd, courseId, {
      mapping: ['STEM', 'OPTION_A', 'OPTION_B', 'ANSWER'],
    })
    expect(told).toMatchObject({ state: 'CHECKED', counts: { CREATE: 1 } })
  })

  it('a question import accepts any text and long stems', async () => {
    const { courseId } = await makeCourse()
    const long = String.fromCodePoint(...Array.from({ length: 1000 }, (_, index) => 0x4e00 + index))
    const cut = `${'药'.repeat(59)}𠮷𬭊？`
    const report = await desk.checked(
      `${head}单选,${cut},甲,乙,,A,\n单选,${long},甲,乙,,A,\n单选,${'长'.repeat(999)}𠮷𠮷,甲,乙,,A,\n`,
      courseId,
    )
    expect(report).toMatchObject({ state: 'CHECKED', counts: { CREATE: 2, REFUSE: 1 } })
    expect(await desk.run(report.importId)).toMatchObject({ code: 1, data: { state: 'DONE' } })
  })

  it('a question import fails after its process crashed three times', async () => {
    const { db } = await deps()
    const { courseId } = await makeCourse()
    const id = randomUUID()
    const fileId = await desk.uploaded(small)
    const asked = { id, fileId, courseId, staffId: teacher.id, wantedMapping: null }
    await insertImport(db, 'questionImport', asked)
    for (const claim of [1, 2]) {
      await passTime(91)
      expect(await questionImports.claimStalledWork(db)).toMatchObject({ id, claim })
    }
    await passTime(91)
    expect(await questionImports.claimStalledWork(db)).toBeUndefined()
    const late = { id, state: 'READING', claim: 2 }
    const tooLate = updateClaimedImport(db, 'questionImport', late, { state: 'FAILED', problem: '太迟' })
    await expect(tooLate).rejects.toThrow(ImportTakenOver)
    expect(await desk.state(id)).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('多次读取'),
    })
  })

  it('a staff member may leave a hundred imports unwritten, and is refused the next until one is done or deleted', async () => {
    const { db } = await deps()
    const { courseId } = await makeCourse()
    const busy = makeQuestionImportDesk(await makeStaff({ permissions: ['question.read', 'question.edit'] }))
    const { importId, fileId } = await busy.checked(small, courseId)
    await sql`
      insert into question_import (id, staff_id, file_id, course_id, state)
      select gen_random_uuid(), staff_id, file_id, course_id, (array['CHECKED', 'MAPPING'])[1 + no % 2]
      from question_import, generate_series(1, 99) as no where id = ${importId}`.execute(db)
    const input = { importId: randomUUID(), fileId, courseId, mapping: null }
    expect(await busy.check(input)).toMatchObject({
      key: 'common.tooManyImports',
      msg: '您有 100 个导入检查后还没有写入，请先写入其中需要的；其余的在检查 7 天后自动删除，之后可以再上传',
    })
    expect(await busy.check({ ...input, importId })).toMatchObject({ code: 1 })
    expect(await busy.run(importId)).toMatchObject({ code: 1 })
    expect(await busy.check(input)).toMatchObject({ code: 1 })
    expect(await busy.check({ ...input, importId: randomUUID() })).toMatchObject({ key: 'common.tooManyImports' })
    await sql`update question_import set created_at = created_at - interval '8 days' where file_id = ${fileId}`.execute(
      db,
    )
    await questionImports.forgetOld({ db })
    expect(await busy.check({ ...input, importId: randomUUID() })).toMatchObject({ code: 1 })
  })

  it('struck-out text in a workbook becomes a finding that staff must accept', async () => {
    const { courseId } = await makeCourse()
    const struck = (text: string) => richTextRun(text, '<strike/>')
    const macros = (xml: string) =>
      xml.replace(/application\/vnd[\w.-]+sheet\.main\+xml/, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml')
    const asked = '冷藏药品应当放在哪里？'
    const book = buildTestWorkbook({
      encode: (xml) => Buffer.from(macros(xml)),
      sheets: [
        {
          name: '题库',
          xml: buildSheetData([
            ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '解析'],
            [
              '单选题',
              asked,
              '冷藏柜',
              richTextCell(struck('旧货架') + richTextRun('阴凉柜')),
              '常温架',
              richTextCell(struck('冷冻柜')),
              richTextCell(richTextRun('A') + struck('B')),
              '【答案】A',
            ],
          ]),
        },
      ],
    })
    const report = await desk.checked(book, courseId, { name: '题库.xlsm' })
    expect(report).toMatchObject({ state: 'CHECKED', counts: { CREATE: 1, REFUSE: 0 } })
    const [row] = (await desk.rows(report.importId)).list
    expect(row?.notes.filter(({ doubt }) => doubt).map(({ field }) => field)).toEqual([
      'OPTION_B',
      'OPTION_D',
      'ANSWER',
    ])
    await desk.run(report.importId)
    const { list } = await mustStaff('GET /question/v1/list', { courseId, finding: 'SERIOUS' } as never, teacher.token)
    const info = await mustStaff('GET /question/v1/info', { id: list[0]?.id ?? '' }, teacher.token)
    expect(info.content).toMatchObject({
      stem: asked,
      options: [{ text: '冷藏柜', right: true }, { text: '阴凉柜' }, { text: '常温架' }],
    })
    expect(info.findings.map(({ kind, words }) => [kind, words])).toEqual([
      ['STRUCK', '选项 B 有划去的文字“旧货架”'],
      ['STRUCK', '选项 D 有划去的文字“冷冻柜”'],
      ['STRUCK', '答案有划去的文字“B”'],
    ])
  })

  it('a question import explains why a file cannot be read', async () => {
    const { courseId } = await makeCourse()
    expect(await desk.checked('   ', courseId)).toMatchObject({
      state: 'FAILED',
      problem: '文件是空的，请检查是否选错了文件',
    })
    const content = makeOnePixelPng()
    await expect(uploadStaffFile(teacher.token, { purpose: 'QUESTIONS', name: 'x.xlsx', content })).rejects.toThrow()
  })

  it('a repeated check of a question file gets the first response, and its id is refused for other input', async () => {
    const { courseId } = await makeCourse()
    const report = await desk.checked(small, courseId)
    const { importId, fileId } = report
    expect(await desk.check({ importId, fileId, courseId, mapping: null })).toMatchObject({
      data: { state: 'CHECKED', counts: report.counts },
    })
    expect(await desk.check({ importId, fileId, courseId, mapping: ['STEM'] })).toMatchObject({
      key: 'question_import.conflict',
    })
  })

  it('a question import of another person is not found', async () => {
    const { courseId } = await makeCourse()
    const { importId, fileId } = await desk.checked(small, courseId)
    const missing = { key: 'question_import.notFound' }
    expect(await makeQuestionImportDesk(other).run(importId)).toMatchObject(missing)
    for (const path of ['state', 'rows'] as const)
      expect(await staffCall(`GET /question_import/v1/${path}`, { importId } as never, other.token)).toMatchObject(
        missing,
      )
    const theirs = { importId: randomUUID(), fileId, courseId, mapping: null }
    expect(await makeQuestionImportDesk(other).check(theirs)).toMatchObject({ key: 'question_import.noFile' })
    expect(await desk.check({ ...theirs, courseId: randomUUID() })).toMatchObject({
      key: 'question.noSuchCourse',
    })
    for (const mapping of [['NONSENSE'], 'STEM', Array(101).fill(null)])
      expect(await desk.check({ ...theirs, mapping })).toMatchObject({ key: 'common.invalid' })
    const bad = { importId: 'x' }
    expect(await staffCall('GET /question_import/v1/state', bad, teacher.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await staffCall('GET /question_import/v1/rows', bad, teacher.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await staffCall('POST /question_import/v1/run', bad, teacher.token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('a question import returns the rows that it did not write and stops when cancelled', async () => {
    const { courseId } = await makeCourse()
    const { importId } = await desk.checked(small, courseId)
    const returned = 'POST /question_import/v1/returned'
    const { name, rows, content } = await mustStaff(returned, { importId }, teacher.token)
    expect({ name, rows }).toEqual({ name: 'bank-退回.xlsx', rows: 1 })
    const [, row] = await readSheetTexts(Buffer.from(content, 'base64'))
    expect(row).toEqual([
      ...['单选', '这一题的答案写错了吧？', '甲', '乙', '丙', 'Z', ''],
      '答案：“Z”应为选项的字母，如 ABD 或 A,B,D（原表第 4 行）',
    ])
    const stop = 'POST /question_import/v1/stop'
    expect(await mustStaff(stop, { importId }, teacher.token)).toMatchObject({ state: 'CHECKED' })
    const id = randomUUID()
    const fileId = await desk.uploaded(small)
    const asked = { id, fileId, courseId, staffId: teacher.id, wantedMapping: null }
    const { db } = await deps()
    await insertImport(db, 'questionImport', asked)
    expect(await mustStaff(stop, { importId: id }, teacher.token)).toMatchObject({
      state: 'STOPPED',
    })
    await passTime(91)
    await questionImports.resumeStalled(await deps())
    expect(await desk.state(id)).toMatchObject({ state: 'STOPPED', total: 0 })
    expect(await staffCall(returned, { importId: id }, teacher.token)).toMatchObject({
      key: 'question_import.nothingToReturn',
    })
    for (const key of [stop, returned] as const) {
      expect(await staffCall(key, { importId }, other.token)).toMatchObject({
        key: 'question_import.notFound',
      })
      expect(await staffCall(key, { importId })).toMatchObject({ status: 401 })
      expect(await staffCall(key, { importId: 'x' }, teacher.token)).toMatchObject({
        key: 'common.invalid',
      })
    }
  })

  it('a check of a question file continues after its process died', async () => {
    const all = await deps()
    const { courseId } = await makeCourse()
    const id = randomUUID()
    const fileId = await desk.uploaded(small)
    const asked = { id, fileId, courseId, staffId: teacher.id, wantedMapping: null }
    await insertImport(all.db, 'questionImport', asked)
    await passTime(91)
    await questionImports.resumeStalled(all)
    expect(await desk.state(id)).toMatchObject({ state: 'CHECKED', counts: { CREATE: 2 } })
  })
})
