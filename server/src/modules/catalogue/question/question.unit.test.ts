import { describe, expect, it } from 'vitest'
import { textSimilarityOf, trigramsOf } from './likeness.ts'
import { statisticsOfQuestion } from './statistics.ts'

describe('similarity of questions', () => {
  it('similarity is 1 for equal stems, high for one changed word and low for other topics', () => {
    const one = '执业药师每年应当参加不少于90学时的继续教育'
    expect(textSimilarityOf(one, one)).toBe(1)
    expect(textSimilarityOf(one, one.replace('90', '60'))).toBeGreaterThan(0.85)
    expect(textSimilarityOf(one, '冷藏药品运输途中温度应当保持在多少')).toBeLessThan(0.2)
    expect(textSimilarityOf('', '')).toBe(1)
  })

  it('two similar stems share a trigram', () => {
    const pieces = trigramsOf('执业药师每年应当参加不少于90学时的继续教育')
    expect(pieces.some((piece) => '执业药师每年应当参加不少于60学时的继续教育'.includes(piece))).toBe(true)
    expect(trigramsOf('短题')).toEqual(['短题'])
  })
})

describe('question statistics', () => {
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

  it('discrimination correlates a right answer with the total score', () => {
    expect(statisticsOfQuestion(sums((score) => score >= 500))).toEqual({
      answered: 40,
      correctRate: 0.5,
      discrimination: 0.866,
    })
    expect(statisticsOfQuestion(sums((score) => score < 500)).discrimination).toBe(-0.866)
  })

  it('question statistics are null with too few papers or equal results', () => {
    expect(statisticsOfQuestion(null)).toEqual({ answered: 0, correctRate: null, discrimination: null })
    expect(statisticsOfQuestion({ ...sums(() => true), answered: 29 }).correctRate).toBeNull()
    expect(statisticsOfQuestion(sums(() => true))).toMatchObject({ correctRate: 1, discrimination: null })
  })
})
