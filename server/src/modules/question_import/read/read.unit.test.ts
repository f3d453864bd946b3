import { describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { zipOf } from '../../../../test/factories/content.ts'
import { readFile } from './file.ts'
import { splitOptions } from './options.ts'
import { questionOf } from './question-of.ts'
import type { QuestionField } from './raw.ts'

/** What a text of some editor becomes, row by row. */
async function read(
  text: string | Buffer,
  options: { isXlsx?: boolean; mapping?: (QuestionField | null)[] } = {},
) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const file = { bytes, isXlsx: options.isXlsx ?? false, mapping: options.mapping ?? null }
  const found = await readFile(file)
  return { ...found, rows: (found.questions ?? []).map(questionOf) }
}

const right = (content: { options: { text: string; right: boolean }[] } | null | undefined) =>
  content?.options.filter((option) => option.right).map((option) => option.text)

const csv = `2026 年题库
题型,题 干,选项A,选项B,选项C,正确答案,答案解析,难易度,知识点
单选题,处方的有效期是几日？,1,2,3,A,见处方管理办法,易,处方、法规
多选,下列哪些属于特殊管理药品？,麻醉药品,精神药品,维生素,"A,B",,中,
判断题,处方药可以开架自选销售。,,,,错,,难,
,没有写题型的多选题应如何判断？,甲,乙,丙,ＡＣ,,,
`

describe('a table', () => {
  it('finds its titles below a heading, and reads types, answers, difficulty and tags', async () => {
    const { format, rows } = await read(csv)
    expect(format).toBe('CSV')
    expect(rows.map(({ no, content }) => [no, content?.type, content?.difficulty])).toEqual([
      [3, 'SINGLE', 1],
      [4, 'MULTIPLE', 2],
      [5, 'JUDGE', 3],
      [6, 'MULTIPLE', 2],
    ])
    expect(rows.map(({ content }) => right(content))).toEqual([
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

  it('is read as Chinese Windows writes it', async () => {
    // 题干,选项A,选项B,答案 / 药品应当如何储存？,阴凉,常温,A in GB18030
    const gb = Buffer.from(
      'cce2b8c92cd1a1cfee412cd1a1cfee422cb4f0b0b80d0ad2a9c6b7d3a6b5b1c8e7baceb4a2b4e6a3bf2cd2f5c1b92cb3a3cec22c410d0a',
      'hex',
    )
    const { rows } = await read(gb)
    expect(rows).toMatchObject([{ no: 2, stem: '药品应当如何储存？', problems: [] }])
    expect(right(rows[0]?.content)).toEqual(['阴凉'])
  })

  it('asks for names it does not know, and takes those it is given', async () => {
    const odd = '甲列,乙列,丙列,丁列\n药师可以兼职吗？,可以,不可以,B\n'
    const asked = await read(odd)
    expect(asked).toMatchObject({
      questions: null,
      columns: [{ title: '第 1 列', samples: ['甲列', '药师可以兼职吗？'] }, {}, {}, {}],
    })
    // nobody knows whether the first row is a question: it is told, not dropped
    const { rows } = await read(odd, { mapping: ['STEM', 'OPTION_A', 'OPTION_B', 'ANSWER'] })
    expect(rows.map(({ no, content }) => [no, right(content)])).toEqual([
      [1, undefined],
      [2, ['不可以']],
    ])
  })

  it('tells each problem by its column', async () => {
    const rows = await read(`题型,题干,选项A,选项B,答案,难度
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

  it('splits options that share a cell', () => {
    const expected = ['阿莫西林', '头孢', '布洛芬']
    expect(splitOptions('A. 阿莫西林\nB. 头孢\nC. 布洛芬')).toEqual(expected)
    expect(splitOptions('A、阿莫西林  B、头孢  C、布洛芬')).toEqual(expected)
    expect(splitOptions('(A)阿莫西林\r\n(B)头孢\r\n(C)布洛芬')).toEqual(expected)
    expect(splitOptions('Ａ．阿莫西林；Ｂ．头孢；Ｃ．布洛芬')).toEqual(expected)
    expect(splitOptions('阿莫西林|头孢|布洛芬')).toEqual(expected)
    expect(splitOptions('A 阿莫西林\nB 头孢\nC 布洛芬')).toEqual(expected)
    expect(splitOptions('A.阿莫西林 B.头孢 C.布洛芬')).toEqual(expected)
    expect(splitOptions('（A）阿莫西林 （B）头孢 （C）布洛芬')).toEqual(expected)
    expect(splitOptions('ａ．阿莫西林 ｂ．头孢\nｃ．布洛芬')).toEqual(expected)
    expect(splitOptions('A.维生素 B、维生素 C B.钙')).toEqual(['维生素 B、维生素 C', '钙'])
    // nobody knows which B is meant
    expect(splitOptions('A.维生素 B.维生素 B. 钙')).toHaveLength(1)
    expect(splitOptions('')).toEqual([])
  })

  it('drops letters that each option of a row bears once more', async () => {
    const { rows } = await read(`题干,选项A,选项B,选项C,答案
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

  it('reads an answer in whatever width and dress it is written', async () => {
    const { rows } = await read(`题型,题干,A,B,C,D,E,F,答案,难度
,六个选项里第六个才是对的？,甲,乙,丙,丁,戊,己,F,１
,没有题型的判断题怎么写呢？,,,,,,,F,
判断,全角的字母算不算对错呢？,,,,,,,Ｔ,３
判断,没有选项的时候全角的甲？,,,,,,,Ａ,
判断,括号里打勾算不算是对呢？,,,,,,,（√）,
判断,打一个别的叉算不算错呢？,,,,,,,✕,
判断,带着句号的对算不算对呢？,,,,,,,对。,
,带着括号和点的字母算不算？,甲,乙,丙,,,,（Ｂ）.,
`)
    expect(rows.map(({ content }) => [content?.type, right(content)?.join()])).toEqual([
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

  it('reads a sheet with inline strings, numbers and truth values', async () => {
    const cell = (at: string, text: string) =>
      `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1">${cell('A1', '题干')}${cell('B1', '选项A')}${cell('C1', '选项B')}${cell('D1', '答案')}</row>
      <row r="2">${cell('A2', '成人正常体温约为多少度？')}<c r="B2"><v>37</v></c><c r="C2"><v>39.5</v></c>${cell('D2', 'A')}</row>
      <row r="4">${cell('A4', '抗生素对病毒感染有效。')}<c r="D4" t="b"><v>0</v></c></row>
    </sheetData></worksheet>`
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
    const file = await zipOf({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="题库" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheet,
    })
    const { rows } = await read(file, { isXlsx: true })
    expect(rows.map(({ no, content }) => [no, right(content)])).toEqual([
      [2, ['37']],
      [4, ['错误']],
    ])
  })

  it('reads shares and times of day as the workbook shows them', async () => {
    const shown = (value: number, format: string) => ({ value, type: Number, format })
    const workbook = await writeXlsx([
      ['题干', '选项A', '选项B', '答案'],
      ['医用酒精消毒用的浓度是多少？', shown(0.75, '0%'), shown(0.955, '0.0%'), 'A'],
      ['药店应当最晚几点开门营业？', shown(8 / 24, 'h:mm'), shown(0.4375, 'hh:mm:ss'), 'A'],
    ]).toBuffer()
    const { rows } = await read(workbook, { isXlsx: true })
    expect(rows.map(({ content }) => content?.options.map(({ text }) => text))).toEqual([
      ['75%', '95.5%'],
      ['8:00', '10:30:00'],
    ])
  })

  it.each([
    ['101 columns', `题干,答案${',x'.repeat(99)}\n`, '超过 100 列'],
    ['a row of commas', ','.repeat(1_000_000), '超过 100 列'],
  ])('refuses %s', async (_, text, problem) => {
    await expect(read(text)).rejects.toThrow(problem)
  })

  it('says which sheets of a workbook it has not read', async () => {
    const rowsOf = (first: string) => [
      ['题干', '选项A', '选项B', '答案'],
      [first, '甲', '乙', 'A'],
    ]
    const workbook = await writeXlsx([
      { data: rowsOf('第一个工作表里的题目？'), sheet: '单选题' },
      { data: rowsOf('第二个工作表里的题目？'), sheet: '多选题' },
    ]).toBuffer()
    const { rows } = await read(workbook, { isXlsx: true })
    expect(rows.map(({ content }) => content?.stem)).toEqual(['第一个工作表里的题目？', undefined])
    expect(rows[1]).toMatchObject({ stem: '工作表“多选题”', problems: [{ column: '工作表' }] })
  })

  it('believes no size that a workbook tells', async () => {
    const honest = await zipOf({ 'xl/worksheets/sheet1.xml': 'x'.repeat(1000) })
    const lying = Buffer.from(honest)
    // the uncompressed size in the list of contents
    lying.writeUInt32LE(1, lying.indexOf(Buffer.from('504b0102', 'hex')) + 24)
    await expect(read(lying, { isXlsx: true })).rejects.toThrow('已损坏')
    const huge = Buffer.from(honest)
    huge.writeUInt32LE(2 ** 31, huge.indexOf(Buffer.from('504b0102', 'hex')) + 24)
    await expect(read(huge, { isXlsx: true })).rejects.toThrow('解压后过大')
  })

  it('does not ponder over what no question has', async () => {
    const spaces = ' '.repeat(200_000)
    expect(splitOptions(`A.${spaces}甲\nB.乙`)).toEqual(['甲', '乙'])
    expect(splitOptions(`x${' '.repeat(5900)}z`)).toHaveLength(1)
    expect(splitOptions(`x${'\n'.repeat(5900)}z`)).toHaveLength(2)
    expect((await read(`ANSWER:${spaces}a\u2028\n`)).rows).toEqual([])
    await read(`// ${'[tag:'.repeat(100_000)}\n题干 {=甲 ~乙}`)
    const { rows } = await read(`::1::${spaces}题干 {=甲 ~乙}\n\n第二道正常的题？ {=甲 ~乙}\n`)
    expect(rows.map(({ problems }) => problems.map(({ problem }) => problem))).toEqual([
      ['过长'],
      [],
    ])
  })

  it('says why a file cannot be read at all', async () => {
    await expect(read('')).rejects.toThrow('文件是空的')
    await expect(read(Buffer.from([0x25, 0, 1, 2]))).rejects.toThrow('编码无法识别')
    await expect(read(Buffer.from('PK not a zip'), { isXlsx: true })).rejects.toThrow('已损坏')
    await expect(read(`题干,答案\n${'甲乙丙丁？,A\n'.repeat(20_011)}`)).rejects.toThrow(
      '超过 20000 行',
    )
    await expect(read('题\nA. 甲\nB. 乙\nANSWER: A\n'.repeat(20_001))).rejects.toThrow(
      '超过 20000 道',
    )
  })
})

describe('a text of Moodle', () => {
  it('reads Aiken, and tells a question without an answer', async () => {
    const { format, rows } = await read(
      '下列哪项属于处方药？\nA. 板蓝根\nB. 阿莫西林\nANSWER: B\n\n这道题没有答案怎么办？\nA) 甲\nB) 乙\n',
    )
    expect(format).toBe('AIKEN')
    expect(rows).toMatchObject([
      { no: 1, problems: [] },
      { no: 6, content: null, problems: [{ column: '答案', problem: '没有 ANSWER 一行' }] },
    ])
    expect(right(rows[0]?.content)).toEqual(['阿莫西林'])
  })

  it('reads Aiken in small and full-width letters, and F as the sixth option', async () => {
    const { rows } = await read(`下列哪项属于处方药？
a. 板蓝根
b) 阿莫西林
ANSWER: b

下列哪一项最不合理呢？
${[...'ＡＢＣＤＥＦ'].map((letter) => `${letter}．第${letter}项`).join('\n')}
ANSWER：Ｆ
`)
    expect(rows.map(({ content }) => right(content))).toEqual([['阿莫西林'], ['第Ｆ项']])
  })

  it('leaves a list in small letters to the stem that has its options in capitals', async () => {
    const { rows } = await read(`下列说法中：
a、处方药凭处方销售
b、非处方药不需处方
正确的是哪些？

A. 只有 a
B. a 和 b
ANSWER: B
这一道用小写字母作选项？
a. 甲
b. 乙
ANSWER: a
`)
    expect(rows.map(({ content }) => [content?.stem, right(content)])).toEqual([
      ['下列说法中：\na、处方药凭处方销售\nb、非处方药不需处方\n正确的是哪些？', ['a 和 b']],
      ['这一道用小写字母作选项？', ['甲']],
    ])
  })

  it('reads what we examine of GIFT, and names what we do not', async () => {
    const { format, rows } = await read(`$CATEGORY: 法规

// [tag:处方] 第一题
::1::处方一般几日内有效\\: {
=当日 # 对
~三日#不对
####见《处方管理办法》第十八条 \\{原文\\}
}

下列哪些是特殊药品？ {~%50%麻醉药品 ~%50%精神药品 ~%-100%维生素}

药师可以不在岗销售处方药。 {FALSE#不可以}

体温是多少度？ {#37:0.5}

填空：药品 {=经营 ~生产} 质量管理规范。

谁是药师？ {=张三 =李四}

配对： {=甲 -> 1 =乙 -> 2}

请论述药师的作用。 {}

没有括号的一段话
`)
    expect(format).toBe('GIFT')
    expect(rows.slice(0, 3).map(({ content }) => [content?.type, right(content)])).toEqual([
      ['SINGLE', ['当日']],
      ['MULTIPLE', ['麻醉药品', '精神药品']],
      ['JUDGE', ['错误']],
    ])
    expect(rows[0]?.content).toMatchObject({
      stem: '处方一般几日内有效:',
      explanation: '见《处方管理办法》第十八条 {原文}',
      tags: ['处方'],
    })
    expect(rows.slice(3).map(({ problems }) => problems[0]?.problem)).toEqual([
      '不支持数值题',
      '不支持填空题',
      '不支持简答题',
      '不支持配对题',
      '不支持问答题',
      '没有成对的花括号 { }',
    ])
  })

  it('takes for right what Moodle gives all the points for', async () => {
    const { rows } = await read(`一个正确，一个得部分分？ {=甲 ~%50%乙 ~丙}

两个平分，写得不准可以吗？ {~%33.3%甲 ~%33.3%乙 ~%33.3%丙 ~%-50%丁}

只有一个满分，不用等号？ {~%100%甲 ~乙}

两个都是满分怎么办呢？ {=甲 ~%100%乙 ~丙}

分数合计不是满分怎么办？ {~%50%甲 ~%20%乙 ~丙}
`)
    expect(rows.map(({ content }) => [content?.type, right(content)])).toEqual([
      ['SINGLE', ['甲']],
      ['MULTIPLE', ['甲', '乙', '丙']],
      ['SINGLE', ['甲']],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(rows.slice(3).map(({ problems }) => problems[0])).toEqual([
      { column: '答案', problem: '单选题和判断题只能有一个正确答案' },
      { column: '答案', problem: '各正确选项的分数合计为 70%，应为 100%' },
    ])
  })

  it('cleans what Moodle itself exports, and only that', async () => {
    const { rows } = await read(String.raw`// question: 12  name: Q1: 处方
::Q1: 处方\: 一::[html]<p dir\="ltr" style\="text-align\: left;">白细胞 &gt; 10<sup>9</sup>/L&nbsp;时<br>应当如何？</p>{
	=<p>当日</p>#<p>对</p>
	~<p>A &amp; B<sup>®</sup> Na<sup>+</sup></p>
	~[plain]a <b> c
####<p>见<em>第十八条</em></p>
}

::2::[A] 型题可以有几个答案？ {=1 < 2 ~<p>两个</p>}

::3::[html]<p>图中是什么？<img src\="@@PLUGINFILE@@/a.png"></p>{=<p>甲</p> ~<p>乙</p>}
`)
    expect(rows.map(({ content, problems }) => content ?? problems)).toMatchObject([
      {
        stem: '白细胞 > 10^9/L 时\n应当如何？',
        options: [{ text: '当日', right: true }, { text: 'A & B® Na^+' }, { text: 'a <b> c' }],
        explanation: '见第十八条',
      },
      {
        stem: '[A] 型题可以有几个答案？',
        options: [{ text: '1 < 2' }, { text: '<p>两个</p>' }],
      },
      [{ column: '题干', problem: '含有图片、公式或音视频，只能导入文字' }],
    ])
  })
})
