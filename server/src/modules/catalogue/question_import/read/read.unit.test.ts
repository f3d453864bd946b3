import { describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { zipTexts } from '../../../../../test/factories/content.ts'
import { readQuestionTestRows, rightOptionsOf } from '../../../../../test/factories/question-text.ts'
import { splitOptionsOfCell } from './question-of.ts'
import { toQuestionReportRow } from './table.ts'

const csv = `2026 年题库
题型,题 干,选项A,选项B,选项C,正确答案,答案解析,难易度,知识点
单选题,处方的有效期是几日？,1,2,3,A,见处方管理办法,易,处方、法规
多选,下列哪些属于特殊管理药品？,麻醉药品,精神药品,维生素,"A,B",,中,
判断题,处方药可以开架自选销售。,,,,错,,难,
,没有写题型的多选题应如何判断？,甲,乙,丙,ＡＣ,,,
`

describe('question tables', () => {
  it('a question table may have a heading above its column titles, and all known columns are read', async () => {
    const { format, rows } = await readQuestionTestRows(csv)
    expect(format).toBe('CSV')
    expect(rows.map(({ no, content }) => [no, content?.type, content?.difficulty])).toEqual([
      [3, 'SINGLE', 1],
      [4, 'MULTIPLE', 2],
      [5, 'JUDGE', 3],
      [6, 'MULTIPLE', 2],
    ])
    expect(rows.map(({ content }) => rightOptionsOf(content))).toEqual([
      ['1'],
      ['麻醉药品', '精神药品'],
      ['错误'],
      ['甲', '丙'],
    ])
    expect(rows[0]?.content).toMatchObject({
      explanation: '见处方管理办法',
      tags: ['处方', '法规'],
    })
  })

  it('a CSV from Chinese Windows is decoded', async () => {
    // GB18030 bytes of: 题干,选项A,选项B,答案 / 药品应当如何储存？,阴凉,常温,A
    const gb = Buffer.from(
      'cce2b8c92cd1a1cfee412cd1a1cfee422cb4f0b0b80d0ad2a9c6b7d3a6b5b1c8e7baceb4a2b4e6a3bf2cd2f5c1b92cb3a3cec22c410d0a',
      'hex',
    )
    const { rows } = await readQuestionTestRows(gb)
    expect(rows).toMatchObject([{ no: 2, stem: '药品应当如何储存？', problems: [] }])
    expect(rightOptionsOf(rows[0]?.content)).toEqual(['阴凉'])
  })

  it('staff are asked to name unknown columns of a question table, and their names are used', async () => {
    const odd = '甲列,乙列,丙列,丁列\n药师可以兼职吗？,可以,不可以,B\n'
    const asked = await readQuestionTestRows(odd)
    expect(asked).toMatchObject({
      questions: null,
      columns: [{ title: '第 1 列', samples: ['甲列', '药师可以兼职吗？'] }, {}, {}, {}],
    })
    const { rows } = await readQuestionTestRows(odd, { mapping: ['STEM', 'OPTION_A', 'OPTION_B', 'ANSWER'] })
    expect(rows.map(({ no, content }) => [no, rightOptionsOf(content)])).toEqual([
      [1, undefined],
      [2, ['不可以']],
    ])
  })

  it('each problem of a question row names its column', async () => {
    const rows = await readQuestionTestRows(`题型,题干,选项A,选项B,答案,难度
问答,请简述药师的职责是什么？,,,略,
单选,选项只有两个，答案却是丁？,甲,乙,D,
单选,两个选项一模一样怎么办呢？,甲,甲,A,
多选,多选题只有一个答案可以吗？,甲,乙,A,
判断,这道判断题的答案写得不对。,,,也许,
单选,短,甲,乙,A,
单选,难度写成了别的什么东西？,甲,乙,A,极难
单选,没有答案的题目能不能导入？,甲,乙,,
单选,选项所在的列没有认出来？,,,A,
单选,,甲,乙,A,
`).then((found) => found.rows)
    expect(rows.map(({ content, problems }) => [content, problems[0]?.column])).toEqual([
      [null, '题型'],
      [null, '答案'],
      [null, '选项'],
      [null, '答案'],
      [null, '答案'],
      [null, '题干'],
      [null, '难度'],
      [null, '答案'],
      [null, '选项'],
      [null, '题干'],
    ])
    expect(rows[1]?.problems[0]?.problem).toBe('“D”有不存在的选项')
  })

  it('several options in one cell are split', () => {
    const expected = ['阿莫西林', '头孢', '布洛芬']
    expect(splitOptionsOfCell('A. 阿莫西林\nB. 头孢\nC. 布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('A、阿莫西林  B、头孢  C、布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('(A)阿莫西林\r\n(B)头孢\r\n(C)布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('Ａ．阿莫西林；Ｂ．头孢；Ｃ．布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('阿莫西林|头孢|布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('A 阿莫西林\nB 头孢\nC 布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('A.阿莫西林 B.头孢 C.布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('（A）阿莫西林 （B）头孢 （C）布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('ａ．阿莫西林 ｂ．头孢\nｃ．布洛芬')).toEqual(expected)
    expect(splitOptionsOfCell('A.维生素 B、维生素 C B.钙')).toEqual(['维生素 B、维生素 C', '钙'])
    expect(splitOptionsOfCell('A.维生素 B.维生素 B. 钙')).toHaveLength(1)
    expect(splitOptionsOfCell('')).toEqual([])
  })

  it('an option letter in a cell is removed if it repeats the letter of the column', async () => {
    const { rows } = await readQuestionTestRows(`题干,选项A,选项B,选项C,答案
每个选项都带着自己的字母？,A.甲,B、乙,（C）丙,A
只有一个选项像是带字母的？,A.甲,乙,丙,A
选项本身是几个字母怎么办？,A、B,B、C,"C、D",A
`)
    expect(rows.map(({ content }) => content?.options.map(({ text }) => text))).toEqual([
      ['甲', '乙', '丙'],
      ['A.甲', '乙', '丙'],
      ['A、B', 'B、C', 'C、D'],
    ])
  })

  it('answers are read in any width and with decoration', async () => {
    const { rows } = await readQuestionTestRows(`题型,题干,A,B,C,D,E,F,答案,难度
,六个选项里第六个才是对的？,甲,乙,丙,丁,戊,己,F,１
,没有题型的判断题怎么写呢？,,,,,,,F,
判断,全角的字母算不算对错呢？,,,,,,,Ｔ,３
判断,没有选项的时候全角的甲？,,,,,,,Ａ,
判断,括号里打勾算不算是对呢？,,,,,,,（√）,
判断,打一个别的叉算不算错呢？,,,,,,,✕,
判断,带着句号的对算不算对呢？,,,,,,,对。,
,带着括号和点的字母算不算？,甲,乙,丙,,,,（Ｂ）.,
`)
    expect(rows.map(({ content }) => [content?.type, rightOptionsOf(content)?.join()])).toEqual([
      ['SINGLE', '己'],
      ['JUDGE', '错误'],
      ['JUDGE', '正确'],
      ['JUDGE', '正确'],
      ['JUDGE', '正确'],
      ['JUDGE', '错误'],
      ['JUDGE', '正确'],
      ['SINGLE', '乙'],
    ])
    expect([rows[0], rows[2]].map((row) => row?.content?.difficulty)).toEqual([1, 3])
  })

  it('a sheet with inline strings, numbers and booleans is read', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1">${cell('A1', '题干')}${cell('B1', '选项A')}${cell('C1', '选项B')}${cell('D1', '答案')}</row>
      <row r="2">${cell('A2', '成人正常体温约为多少度？')}<c r="B2"><v>37</v></c><c r="C2"><v>39.5</v></c>${cell('D2', 'A')}</row>
      <row r="4">${cell('A4', '抗生素对病毒感染有效。')}<c r="D4" t="b"><v>0</v></c></row>
    </sheetData></worksheet>`
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
    const file = await zipTexts({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="题库" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheet,
    })
    const { rows } = await readQuestionTestRows(file, { isXlsx: true })
    expect(rows.map(({ no, content }) => [no, rightOptionsOf(content)])).toEqual([
      [2, ['37']],
      [4, ['错误']],
    ])
  })

  it('percentages and times are read as the workbook shows them', async () => {
    const shown = (value: number, format: string) => ({ value, type: Number, format })
    const workbook = await writeXlsx([
      ['题干', '选项A', '选项B', '答案'],
      ['医用酒精消毒用的浓度是多少？', shown(0.75, '0%'), shown(0.955, '0.0%'), 'A'],
      ['药店应当最晚几点开门营业？', shown(8 / 24, 'h:mm'), shown(0.4375, 'hh:mm:ss'), 'A'],
    ]).toBuffer()
    const { rows } = await readQuestionTestRows(workbook, { isXlsx: true })
    expect(rows.map(({ content }) => content?.options.map(({ text }) => text))).toEqual([
      ['75%', '95.5%'],
      ['8:00', '10:30:00'],
    ])
  })

  it.each([
    ['101 columns', `题干,答案${',x'.repeat(99)}\n`, '超过 100 列'],
    ['a row of commas', ','.repeat(1_000_000), '超过 100 列'],
  ])('a question table with %s is refused', async (_, text, problem) => {
    await expect(readQuestionTestRows(text)).rejects.toThrow(problem)
  })

  it('sheets that were not read are listed', async () => {
    const rowsOf = (first: string) => [
      ['题干', '选项A', '选项B', '答案'],
      [first, '甲', '乙', 'A'],
    ]
    const workbook = await writeXlsx([
      { data: rowsOf('第一个工作表里的题目？'), sheet: '单选题' },
      { data: rowsOf('第二个工作表里的题目？'), sheet: '多选题' },
    ]).toBuffer()
    const found = await readQuestionTestRows(workbook, { isXlsx: true })
    expect(found.rows.map(({ stem }) => stem)).toEqual(['第一个工作表里的题目？'])
    expect(found).toMatchObject({
      table: { sheet: '单选题', notices: ['只读取了工作表“单选题”，没有读取“多选题”'] },
    })
    const other = await readQuestionTestRows(workbook, { isXlsx: true, sheet: '多选题' })
    expect(other.rows.map(({ stem }) => stem)).toEqual(['第二个工作表里的题目？'])
  })

  it('the size that a workbook claims is not trusted', async () => {
    const honest = await zipTexts({ 'xl/worksheets/sheet1.xml': 'x'.repeat(1000) })
    const lying = Buffer.from(honest)
    lying.writeUInt32LE(1, lying.indexOf(Buffer.from('504b0102', 'hex')) + 24)
    await expect(readQuestionTestRows(lying, { isXlsx: true })).rejects.toThrow('已损坏')
    const huge = Buffer.from(honest)
    huge.writeUInt32LE(2 ** 31, huge.indexOf(Buffer.from('504b0102', 'hex')) + 24)
    await expect(readQuestionTestRows(huge, { isXlsx: true })).rejects.toThrow('解压后过大')
  })

  it('oversized cells are rejected quickly', async () => {
    const spaces = ' '.repeat(200_000)
    expect(splitOptionsOfCell(`A.${spaces}甲\nB.乙`)).toEqual(['甲', '乙'])
    expect(splitOptionsOfCell(`x${' '.repeat(5900)}z`)).toHaveLength(1)
    expect(splitOptionsOfCell(`x${'\n'.repeat(5900)}z`)).toHaveLength(2)
    await expect(readQuestionTestRows(`ANSWER:${spaces}a\u2028\n`)).rejects.toThrow('超过 32767 个字')
    await readQuestionTestRows(`// ${'[tag:'.repeat(100_000)}\n题干 {=甲 ~乙}`)
    const { rows } = await readQuestionTestRows(`::1::${spaces}题干 {=甲 ~乙}\n\n第二道正常的题？ {=甲 ~乙}\n`)
    expect(rows.map(({ problems }) => problems.map(({ problem }) => problem))).toEqual([['过长'], []])
  })

  it('the refusal of an unreadable question file says why', async () => {
    await expect(readQuestionTestRows('')).rejects.toThrow('文件是空的')
    await expect(readQuestionTestRows(Buffer.from([0x25, 0, 1, 2]))).rejects.toThrow('文字无法识别')
    await expect(readQuestionTestRows(Buffer.from('PK not a zip'), { isXlsx: true })).rejects.toThrow('已损坏')
    await expect(readQuestionTestRows(`题干,答案\n${'甲乙丙丁？,A\n'.repeat(20_011)}`)).rejects.toThrow('超过 20000 行')
    await expect(readQuestionTestRows('题\nA. 甲\nB. 乙\nANSWER: A\n'.repeat(20_001))).rejects.toThrow('超过 20000 道')
  })
})

it.each([
  '::一::冷藏药品应当如何储存？{=冷藏柜 ~阴凉柜 ~锟斤拷 ~A和B}\n',
  '冷藏药品应当如何储存？\nA. 冷藏柜\nB. 阴凉柜\nC. 锟斤拷\nD. A和B\nANSWER: A\n',
])('a note about a question in a text file names its option: %j', async (text) => {
  const { questions } = await readQuestionTestRows(text)
  const notes = (questions ?? []).flatMap((raw) => toQuestionReportRow(raw, []).notes)
  expect(notes.map(({ field }) => field)).toEqual(['OPTION_C', 'OPTIONS'])
})
