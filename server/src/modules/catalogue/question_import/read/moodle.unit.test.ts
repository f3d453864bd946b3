import { describe, expect, it } from 'vitest'
import { readQuestionTestRows, rightOptionsOf } from '../../../../../test/factories/question-text.ts'

describe('Moodle question files', () => {
  it('Aiken is parsed, and a question without an answer is reported', async () => {
    const { format, rows } = await readQuestionTestRows(
      '下列哪项属于处方药？\nA. 板蓝根\nB. 阿莫西林\nANSWER: B\n\n这道题没有答案怎么办？\nA) 甲\nB) 乙\n',
    )
    expect(format).toBe('AIKEN')
    expect(rows).toMatchObject([
      { no: 1, problems: [] },
      { no: 6, content: null, problems: [{ column: '答案', problem: '没有 ANSWER 一行' }] },
    ])
    expect(rightOptionsOf(rows[0]?.content)).toEqual(['阿莫西林'])
  })

  it('Aiken accepts small and full-width letters and F as the sixth option', async () => {
    const { rows } = await readQuestionTestRows(`下列哪项属于处方药？
a. 板蓝根
b) 阿莫西林
ANSWER: b

下列哪一项最不合理呢？
${[...'ＡＢＣＤＥＦ'].map((letter) => `${letter}．第${letter}项`).join('\n')}
ANSWER：Ｆ
`)
    expect(rows.map(({ content }) => rightOptionsOf(content))).toEqual([['阿莫西林'], ['第Ｆ项']])
  })

  it('a list in small letters stays in the stem if the options have capitals', async () => {
    const { rows } = await readQuestionTestRows(`下列说法中：
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
    expect(rows.map(({ content }) => [content?.stem, rightOptionsOf(content)])).toEqual([
      ['下列说法中：\na、处方药凭处方销售\nb、非处方药不需处方\n正确的是哪些？', ['a 和 b']],
      ['这一道用小写字母作选项？', ['甲']],
    ])
  })

  it('supported GIFT questions are parsed, and others are reported', async () => {
    const { format, rows } = await readQuestionTestRows(`$CATEGORY: 法规

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
    expect(rows.slice(0, 3).map(({ content }) => [content?.type, rightOptionsOf(content)])).toEqual([
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

  it('an imported answer is right if Moodle gives it all points', async () => {
    const { rows } = await readQuestionTestRows(`一个正确，一个得部分分？ {=甲 ~%50%乙 ~丙}

两个平分，写得不准可以吗？ {~%33.3%甲 ~%33.3%乙 ~%33.3%丙 ~%-50%丁}

只有一个满分，不用等号？ {~%100%甲 ~乙}

两个都是满分怎么办呢？ {=甲 ~%100%乙 ~丙}

分数合计不是满分怎么办？ {~%50%甲 ~%20%乙 ~丙}
`)
    expect(rows.map(({ content }) => [content?.type, rightOptionsOf(content)])).toEqual([
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

  it('HTML exported by Moodle is cleaned, and other text is unchanged', async () => {
    const { rows } = await readQuestionTestRows(String.raw`// question: 12  name: Q1: 处方
::Q1: 处方\: 一::[html]<p dir\="ltr" style\="text-align\: left;">白细胞 &gt; 10<sup>9</sup>/L&nbsp;时<br>应当如何？</p>{
	=<p>当日</p>#<p>对</p>
	~<p>A &amp; B<sup>®</sup> Na<sup>+</sup> 2<sup>n</sup> 1<sup>st</sup></p>
	~[plain]a <b> c
####<p>见<em>第十八条</em></p>
}

::2::[A] 型题可以有几个答案？ {=1 < 2 ~<p>两个</p>}

::3::[html]<p>图中是什么？<img src\="@@PLUGINFILE@@/a.png"></p>{=<p>甲</p> ~<p>乙</p>}
`)
    expect(rows.map(({ content, problems }) => content ?? problems)).toMatchObject([
      {
        stem: '白细胞 > 10^9/L 时\n应当如何？',
        options: [{ text: '当日', right: true }, { text: 'A & B® Na^+ 2^n 1st' }, { text: 'a <b> c' }],
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
