import { describe, expect, it } from 'vitest'
import { likeness, piecesOf } from './likeness.ts'
import { statisticsOf } from './statistics.ts'

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
