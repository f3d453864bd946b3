import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCourse } from '../../../../test/factories/catalogue.ts'
import { makeQuestionImportDesk, type QuestionImportProgress } from '../../../../test/factories/question-import.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { writeWorkbook } from '../../../platform/sheets/write.ts'

let desk: ReturnType<typeof makeQuestionImportDesk>

beforeAll(async () => {
  desk = makeQuestionImportDesk(await makeStaff({ permissions: ['question.read', 'question.edit'] }))
})

const titles = ['题型', '题目', '备选答案', 'A', 'B', 'C', 'D', '正确答案', '答案解析', '难易度', '考点']

const places = ['阴凉处', '常温处', '冷藏柜', '货架顶层']
const duties = ['处方审核', '用药指导', '近效期催销', '不良反应上报']

const shapes: ((n: number) => string[])[] = [
  (n) => [
    ...['单选题', `药品批号 ${n} 的温度要求为 2–10 ℃，应当存放在哪里？`, '', ...places, 'C'],
    ...[`《药品经营质量管理规范》附录，第 ${n} 条。`, '易', '储存'],
  ],
  (n) => [
    ...['多项选择题', `${n} 号门店的执业药师应当履行哪些职责？`],
    ...[duties.map((text, at) => `${'ABCD'[at]}. ${text}`).join('\n'), '', '', '', '', 'ABD'],
    ...['', '中', '职责、门店'],
  ],
  (n) => ['多选', `${n} 号处方缺少哪些内容？`, '', ...duties, 'A,B,D', '处方管理办法', '', ''],
  (n) => [
    ...['判断题', `第 ${n} 号门店的药师可以“挂证”。`, '', '', '', '', ''],
    ...[['错', '×', '错误', '否'][n % 4] ?? '错', '执业药师应当在岗。', '难', '法规'],
  ],
  (n) => [
    ...['判断', `${n} 号药品的验收记录应当保存五年。`, 'A、对\nB、错', '', '', '', ''],
    ...[['对', '√', 'A', '正确'][n % 4] ?? '对', '', '', ''],
  ],
  (n) => [
    ...['', `（ ）负责 ${n} 号柜的温湿度记录`, '（A）养护员  （B）收银员  （C）保洁员', '', '', '', ''],
    ...['ａ', '', '一般', ''],
  ],
]

const bad: Record<number, { column: string; of(row: string[]): string[] }> = {
  19: { column: '答案', of: with_(7, '') },
  1024: { column: '题干', of: with_(1, '') },
  1500: { column: '题型', of: with_(0, '填空题') },
  1601: { column: '答案', of: (row) => ['单选', row[1] ?? '', '', ...places, 'E', '', '', ''] },
  2000: { column: '难度', of: with_(9, '五颗星') },
  2402: {
    column: '选项',
    of: (row) => ['单选', row[1] ?? '', '', '', '', '', '', 'A', '', '', ''],
  },
  2777: {
    column: '选项 B',
    of: (row) => ['单选', row[1] ?? '', '', '甲', '', '丙', '', 'A', '', '', ''],
  },
  2888: {
    column: '答案',
    of: (row) => ['判断', row[1] ?? '', '', '', '', '', '', '也许', '', '', ''],
  },
  2996: { column: '题干', of: (row) => ['单选', shapes[0]?.(0)[1] ?? '', ...row.slice(2)] },
}

function with_(at: number, cell: string) {
  return (row: string[]) => row.with(at, cell)
}

const bank = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const row = shapes[n % shapes.length]?.(n) ?? []
    return bad[n + 2]?.of(row) ?? row
  })

const badOf = (count: number) =>
  Object.entries(bad)
    .filter(([no]) => Number(no) < count + 2)
    .map(([no, { column }]) => [Number(no), column])

async function refusedOf(importId: string) {
  const { list } = await desk.rows(importId, { show: 'REFUSE', pageSize: 50 })
  return list.map(({ no, problems }) => [no, problems[0]?.column])
}

const right = (letters: string, texts: readonly string[]) =>
  texts.map((text, at) => ({ text, right: letters.includes('ABCD'[at] ?? '') }))

const understood = [
  { type: 'SINGLE', difficulty: 1, options: right('C', places), tags: ['储存'] },
  { type: 'MULTIPLE', difficulty: 2, options: right('ABD', duties), tags: ['职责', '门店'] },
  { type: 'MULTIPLE', options: right('ABD', duties), explanation: '处方管理办法' },
  { type: 'JUDGE', difficulty: 3, options: right('B', ['正确', '错误']) },
  { type: 'JUDGE', options: right('A', ['正确', '错误']) },
  { type: 'SINGLE', difficulty: 2, options: right('A', ['养护员', '收银员', '保洁员']) },
]

const isRising = (numbers: number[]) => numbers.every((one, at) => one >= (numbers[at - 1] ?? 0))

async function runWatched(importId: string, courseId: string): Promise<Set<number>> {
  const seen = new Set<number>()
  let done = false
  const run = desk.run(importId).finally(() => {
    done = true
  })
  while (!done) {
    seen.add(await desk.countBank(courseId))
    await delay(50)
  }
  expect(await run).toMatchObject({ code: 1, data: { state: 'DONE' } })
  return seen.add(await desk.countBank(courseId))
}

describe('import of a whole question bank', () => {
  // The check reads 250 questions at a time and writes 1,000. `npm run bench questions` measures 10,000.
  it('3,000 questions are read with progress and row errors and written at once', {
    timeout: 300_000,
  }, async () => {
    const { courseId } = await makeCourse()
    const before = await desk.countBank(courseId)
    const columns = titles.map((title) => [title, 20] as const)
    const content = await writeWorkbook(columns, bank(3000))
    const hear: QuestionImportProgress[] = []
    const report = await desk.checked(content, courseId, { name: 'bank.xlsx', hear })
    const refused = badOf(3000)
    const create = 3000 - refused.length
    expect(report).toMatchObject({
      ...{ state: 'CHECKED', format: 'XLSX', read: 3000, total: 3000 },
      counts: { CREATE: create, SAME: 0, REFUSE: refused.length },
    })
    expect(await refusedOf(report.importId)).toEqual(refused)
    const onTheWay = hear.filter(({ read, total }) => total === 3000 && 0 < read && read < total)
    expect(onTheWay).not.toEqual([])
    expect(onTheWay.map(({ read }) => read)).toSatisfy(isRising)
    const { list } = await desk.rows(report.importId, { show: 'CREATE' })
    expect(list.slice(0, 6).map(({ content }) => content)).toMatchObject(understood)
    expect(await desk.countBank(courseId)).toBe(before)

    const seen = await runWatched(report.importId, courseId)
    expect([before, before + create]).toEqual(expect.arrayContaining([...seen]))
    expect(Math.max(...seen)).toBe(before + create)
  })

  it('a CSV in GB18030 from Chinese Excel is read with the same questions and row errors', async () => {
    const { courseId } = await makeCourse()
    const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
    const text = [titles, ...bank(300)].map((row) => row.map(quoted).join(',')).join('\r\n')
    const report = await desk.checked(inGb18030(text), courseId)
    const refused = badOf(300)
    expect(report).toMatchObject({
      ...{ state: 'CHECKED', format: 'CSV', read: 300, total: 300 },
      counts: { CREATE: 300 - refused.length, SAME: 0, REFUSE: refused.length },
    })
    expect(await refusedOf(report.importId)).toEqual(refused)
    const { list } = await desk.rows(report.importId, { show: 'CREATE' })
    expect(list.slice(0, 6).map(({ content }) => content)).toMatchObject(understood)
  })
})

function inGb18030(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, Buffer>()
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const bytes = Buffer.from([high, low])
      const read = [...decoder.decode(bytes)]
      if (read.length === 1 && read[0]) codes.set(read[0], bytes)
    }
  return Buffer.concat(
    [...text].map((sign) => (sign < '\x80' ? Buffer.from(sign) : (codes.get(sign) ?? Buffer.from('?')))),
  )
}
