import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containing } from '../../platform/db/like.ts'
import { excerptOf, partsOf } from './excerpt.ts'
import { fold, foldWithPlaces, wordsOf } from './fold.ts'
import { gramsNeeded, gramsOf } from './grams.ts'

describe('folding', () => {
  it('makes widths and cases one, and leaves Chinese alone', () => {
    expect(fold('ＡＢＣ（２０２６）年Ｋ药品')).toBe('abc(2026)年k药品')
    expect(wordsOf('　药品　 ＧＳＰ gsp ')).toEqual(['药品', 'gsp'])
    expect(wordsOf('%_\\')).toEqual(['%_\\'])
    expect(fold('⻢\u200b⼤\ufe00药\uf9e1')).toBe('马大药李')
  })

  it('knows the place of everything it folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { folded, at } = foldWithPlaces(text)
        expect(folded).toBe(fold(text))
        expect(at(folded.length)).toBe(text.length)
        for (let place = 1; place < folded.length; place += 1)
          expect(at(place)).toBeGreaterThanOrEqual(at(place - 1))
      }),
    )
  })
})

describe('grams', () => {
  it('of a text hold those that any part of it needs', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
        fc.string({ unit: 'grapheme' }),
        (before, word, after) => {
          const folded = fold(word).trim()
          fc.pre(folded !== '' && !/\s/.test(folded))
          const grams = new Set(gramsOf(`${fold(before)} ${folded}${fold(after)}`))
          for (const gram of gramsNeeded(folded)) expect(grams).toContain(gram)
        },
      ),
    )
    expect(gramsOf('药品 药')).toEqual(['药', '品', '药品'])
  })

  it('patterns take every sign for itself', () => {
    expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
  })
})

describe('parts', () => {
  it('put together are the text, whatever is sought in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        (text, sought) => {
          const words = sought.flatMap(wordsOf)
          expect(
            partsOf(text, words)
              .map((part) => part.text)
              .join(''),
          ).toBe(text)
        },
      ),
    )
  })

  it('mark what was found in the letters of the original', () => {
    expect(partsOf('关于ＧＳＰ的Gsp', ['gsp'])).toEqual([
      { text: '关于', hit: false },
      { text: 'ＧＳＰ', hit: true },
      { text: '的', hit: false },
      { text: 'Gsp', hit: true },
    ])
    expect(partsOf('aaa', ['aa'])).toEqual([{ text: 'aaa', hit: true }])
  })

  it('show the text around the first match, the summary when only it has one', () => {
    const body = `${'甲'.repeat(200)}药师${'乙'.repeat(200)}`
    const around = excerptOf([body, '摘要'], ['药师'])
    expect(around.map((part) => part.text).join('')).toBe(
      `…${'甲'.repeat(30)}药师${'乙'.repeat(88)}…`,
    )
    expect(around[1]).toEqual({ text: '药师', hit: true })
    expect(excerptOf(['正文', '药师摘要'], ['药师'])[0]).toEqual({ text: '药师', hit: true })
    expect(excerptOf(['', '摘要'], ['药师'])).toEqual([{ text: '摘要', hit: false }])
  })
})
