import { describe, expect, it } from 'vitest'
import { readFile } from '../question_import/read/file.ts'
import { questionOf } from '../question_import/read/question-of.ts'
import type { QuestionContent } from './content.ts'
import { toColumns, toContent } from './content.ts'
import { aikenOf } from './format/aiken.ts'
import { giftOf } from './format/gift.ts'
import { xlsxOf } from './format/xlsx.ts'
import { likeness, piecesOf } from './likeness.ts'
import { statisticsOf } from './statistics.ts'

const questions: QuestionContent[] = [
  {
    type: 'SINGLE',
    difficulty: 1,
    stem: '下列说法正确的是：{甲}=乙~丙#丁\\戊？',
    options: [
      { text: '2.5 mg = 2500 μg', right: true },
      { text: '~约等于', right: false },
      { text: 'A: B', right: false },
      { text: 'C:\\new\\nu', right: false },
      { text: '血管紧张素 I->II', right: false },
      ...['己', '庚', '辛', '壬', '癸'].map((text) => ({ text, right: false })),
    ],
    explanation: '1 mg = 1000 μg\n换算时注意单位',
    tags: ['换算', '剂量'],
  },
  {
    type: 'MULTIPLE',
    difficulty: 3,
    stem: '属于特殊管理的药品有哪些？',
    options: ['麻醉药品', '精神药品', '放射性药品', '维生素 C'].map((text, index) => ({
      text,
      right: index < 3,
    })),
    explanation: '',
    tags: [],
  },
  {
    type: 'JUDGE',
    difficulty: 2,
    stem: '药师应当挂牌上岗。',
    options: [
      { text: '正确', right: true },
      { text: '错误', right: false },
    ],
    explanation: '',
    tags: [],
  },
]
const written = questions.map((one, index) => ({ ...one, no: index + 1, enabled: true }))

async function readBack(bytes: Buffer, isXlsx = false) {
  const file = await readFile({ bytes, isXlsx, mapping: null })
  return (file.questions ?? []).map((raw) => questionOf(raw).content)
}

describe('what goes out comes back', () => {
  it('as Excel, whole', async () => {
    expect(await readBack(await xlsxOf(written), true)).toEqual(questions)
  })

  it('as Excel, but for what is disabled', async () => {
    const stopped = written.map((one) => ({ ...one, enabled: one.no !== 2 }))
    const file = { bytes: await xlsxOf(stopped), isXlsx: true, mapping: null }
    const rows = ((await readFile(file)).questions ?? []).map(questionOf)
    expect(rows.map(({ content }) => content)).toEqual([questions[0], null, questions[2]])
    expect(rows[1]?.problems).toMatchObject([{ column: '状态' }])
  })

  it('as GIFT, but for the difficulty it does not know', async () => {
    const back = await readBack(Buffer.from(giftOf(written)))
    expect(back).toEqual(questions.map((one) => ({ ...one, difficulty: 2 })))
  })

  it('as Aiken, one right answer a question and nothing besides', async () => {
    const single = written.filter(({ type }) => type !== 'MULTIPLE')
    expect(await readBack(Buffer.from(aikenOf(single)))).toMatchObject(
      single.map(({ type, stem, options }) => ({ type, stem, options })),
    )
  })

  it('from the table', () => {
    for (const one of questions) expect(toContent(toColumns(one))).toEqual(one)
  })
})

describe('likeness', () => {
  it('is 1 for the same, high for a word changed, low for another matter', () => {
    const one = '执业药师每年应当参加不少于90学时的继续教育'
    expect(likeness(one, one)).toBe(1)
    expect(likeness(one, one.replace('90', '60'))).toBeGreaterThan(0.85)
    expect(likeness(one, '冷藏药品运输途中温度应当保持在多少')).toBeLessThan(0.2)
    expect(likeness('', '')).toBe(1)
  })

  it('looks for pieces of which a like stem has one', () => {
    const pieces = piecesOf('执业药师每年应当参加不少于90学时的继续教育')
    expect(
      pieces.some((piece) => '执业药师每年应当参加不少于60学时的继续教育'.includes(piece)),
    ).toBe(true)
    expect(piecesOf('短题')).toEqual(['短题'])
  })
})

describe('statistics', () => {
  /** 40 papers, the better half right or wrong as told */
  const sums = (rightOf: (score: number) => boolean) => {
    const scores = Array.from({ length: 40 }, (_, index) => index * 25)
    const right = scores.filter(rightOf)
    const sum = (list: number[]) => list.reduce((total, score) => total + score, 0)
    return {
      answered: 40,
      rightCount: right.length,
      scoreSum: sum(scores),
      scoreSquareSum: sum(scores.map((score) => score * score)),
      rightScoreSum: sum(right),
    }
  }

  it('correlates being right with the whole score', () => {
    expect(statisticsOf(sums((score) => score >= 500))).toEqual({
      answered: 40,
      correctRate: 0.5,
      discrimination: 0.866,
    })
    expect(statisticsOf(sums((score) => score < 500)).discrimination).toBe(-0.866)
  })

  it('says nothing where there is nothing to say', () => {
    expect(statisticsOf(null)).toEqual({ answered: 0, correctRate: null, discrimination: null })
    expect(statisticsOf({ ...sums(() => true), answered: 29 }).correctRate).toBeNull()
    expect(statisticsOf(sums(() => true))).toMatchObject({ correctRate: 1, discrimination: null })
  })
})
