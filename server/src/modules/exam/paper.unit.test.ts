import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BankQuestion, countAddedCaptures, drawCaptures, drawPaper, paperExplanationOf, shuffle } from './paper.ts'

const rules = {
  singleCount: 3,
  multipleCount: 2,
  judgeCount: 1,
  mix: null,
  pointsEach: 5,
  attemptsPerRound: 3,
}

function bankOf(counts: Record<BankQuestion['type'], number>): BankQuestion[] {
  return (['SINGLE', 'MULTIPLE', 'JUDGE'] as const).flatMap((type) =>
    Array.from({ length: counts[type] }, (_, index) => ({
      id: `${type}-${index}`,
      type,
      difficulty: 1 + (index % 3),
      stem: `${type} ${index}`,
      options: (type === 'JUDGE' ? ['正确', '错误'] : ['对一', '对二', '错', '也错']).map((text, at) => ({
        id: 'abcd'[at] ?? '',
        text,
      })),
      answer: type === 'MULTIPLE' ? ['a', 'b'] : ['a'],
      order: type === 'SINGLE' ? ('FREE' as const) : ('FIXED' as const),
      explanation: '',
    })),
  )
}

const draws = fc
  .infiniteStream(fc.nat(1_000_000))
  .map((stream) => (below: number) => (stream.next().value ?? 0) % below)

describe('drawing a paper', () => {
  it('a paper draws each question once, and the right options stay right', () => {
    fc.assert(
      fc.property(draws, (random) => {
        const paper = drawPaper(bankOf({ SINGLE: 6, MULTIPLE: 4, JUDGE: 3 }), rules, random)
        if (!paper) throw new Error('no paper')
        const types = paper.questions.map((question) => question.type)
        expect(types).toEqual(['SINGLE', 'SINGLE', 'SINGLE', 'MULTIPLE', 'MULTIPLE', 'JUDGE'])
        expect(new Set(paper.questions.map((question) => question.id)).size).toBe(6)
        expect(paper.totalPoints).toBe(30)
        for (const { type, options, answer } of paper.questions) {
          expect(options.map((option) => option.id)).toEqual(['A', 'B', 'C', 'D'].slice(0, options.length))
          const right = options.filter((option) => answer.includes(option.id))
          expect(right.map((option) => option.from).sort()).toEqual(type === 'MULTIPLE' ? ['a', 'b'] : ['a'])
          // MULTIPLE questions of this bank and all JUDGE questions keep their order.
          if (type !== 'SINGLE') expect(options.map(({ from }) => from).join('')).toBe('abcd'.slice(0, options.length))
        }
      }),
    )
  })

  it('an explanation uses the letters of the paper, also on old papers', () => {
    const [single] = bankOf({ SINGLE: 1, MULTIPLE: 0, JUDGE: 0 })
    if (!single) throw new Error('no question')
    fc.assert(
      fc.property(draws, (random) => {
        const bank = [{ ...single, explanation: '故选{{A}}，{{C}}{{D}}错误，维生素A无关' }]
        const one = { ...rules, singleCount: 1, multipleCount: 0, judgeCount: 0 }
        const drawn = drawPaper(bank, one, random)?.questions[0]
        if (!drawn) throw new Error('no paper')
        const letter = (from: string) => drawn.options.find((option) => option.from === from)?.id
        const wrong = ['c', 'd'].map(letter).sort().join('')
        const read = `故选${letter('a')}，${wrong}错误，维生素A无关`
        expect(paperExplanationOf(drawn, undefined)).toBe(read)
        const before = { ...drawn, explanation: '故选A，CD错误，维生素A无关' }
        expect(paperExplanationOf(before, undefined)).toBe(read)
        const { explanation: _, ...first } = before
        expect(paperExplanationOf(first, '故选{{A}}，{{C}}{{D}}错误，维生素A无关')).toBe(read)
        expect(paperExplanationOf(first, undefined)).toBe('')
      }),
    )
  })

  it('draws no paper when a type has too few questions or no questions are wanted', () => {
    expect(drawPaper(bankOf({ SINGLE: 6, MULTIPLE: 1, JUDGE: 3 }), rules, randomInt)).toBeNull()
    const none = { ...rules, singleCount: 0, multipleCount: 0, judgeCount: 0 }
    expect(drawPaper(bankOf({ SINGLE: 6, MULTIPLE: 1, JUDGE: 3 }), none, randomInt)).toBeNull()
  })

  it('keeps the mix of difficulties and draws no paper when a difficulty has too few questions', () => {
    const bank = bankOf({ SINGLE: 6, MULTIPLE: 4, JUDGE: 3 })
    const mix = [2, 0, 1, 0, 1, 1, 0, 0, 1]
    const levelOf = (id: string) => bank.find((question) => question.id === id)?.difficulty
    fc.assert(
      fc.property(draws, (random) => {
        const paper = drawPaper(bank, { ...rules, mix }, random)
        const levels = (type: string) =>
          paper?.questions.filter((one) => one.type === type).map(({ id }) => levelOf(id))
        expect(levels('SINGLE')?.sort()).toEqual([1, 1, 3])
        expect(levels('MULTIPLE')?.sort()).toEqual([2, 3])
        expect(levels('JUDGE')).toEqual([3])
      }),
    )
    expect(drawPaper(bank, { ...rules, mix: [0, 0, 3, 0, 1, 1, 0, 0, 1] }, randomInt)).toBeNull()
  })

  it('the right option stands at every position about equally often', () => {
    const seen = new Map<string, number>()
    for (let draw = 0; draw < 3000; draw += 1) {
      const paper = drawPaper(
        bankOf({ SINGLE: 1, MULTIPLE: 0, JUDGE: 0 }),
        { ...rules, singleCount: 1, multipleCount: 0, judgeCount: 0 },
        randomInt,
      )
      const letter = paper?.questions[0]?.answer[0] ?? ''
      seen.set(letter, (seen.get(letter) ?? 0) + 1)
    }
    // The bounds are wide enough for 3000 fair draws with a quarter each.
    for (const letter of ['A', 'B', 'C', 'D']) expect(seen.get(letter)).toBeGreaterThan(620)
  })
})

describe('shuffling a list', () => {
  it('shuffle keeps every item and does not change the input', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), draws, (items, random) => {
        const before = [...items]
        expect([...shuffle(items, random)].sort()).toEqual([...before].sort())
        expect(items).toEqual(before)
      }),
    )
  })
})

describe('drawing captures', () => {
  it('the first capture is due at once, then one in each part of the time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 60, max: 7200 }),
        draws,
        (count, seconds, random) => {
          const due = drawCaptures(count, seconds, random)
          expect(due).toHaveLength(count + 1)
          expect(due[0]).toBe(0)
          expect([...due].sort((a, b) => a - b)).toEqual(due)
          expect(due.at(-1)).toBeLessThanOrEqual(seconds * 0.95)
        },
      ),
    )
  })
})

describe('captures in added time', () => {
  it.each([
    ['as dense as before', 4, 1800, 600, 1],
    ['for a whole exam more', 4, 1800, 1800, 3],
    ['at least one', 2, 1800, 60, 1],
    ['none where none are taken', 0, 1800, 600, 0],
    ['none where only the start has one', 1, 1800, 600, 0],
    ['no more than numbers go', 90, 60, 14_400, 10],
  ])('%s', (_name, so, before, added, count) => {
    expect(countAddedCaptures(so, before, added)).toBe(count)
  })
})
