import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeContaining } from '../../../platform/db/like.ts'
import { excerptAround, splitAtMatches } from './excerpt.ts'
import { foldForSearch, foldWithPositions, requiredSearchGrams, searchGramsOf, searchWordsOf } from './search-words.ts'

describe('folding for search', () => {
  it('folding unifies width and case and leaves Chinese unchanged', () => {
    expect(foldForSearch('ＡＢＣ（２０２６）年Ｋ药品')).toBe('abc(2026)年k药品')
    expect(searchWordsOf('　药品　 ＧＳＰ gsp ')).toEqual(['药品', 'gsp'])
    expect(searchWordsOf('%_\\')).toEqual(['%_\\'])
    expect(foldForSearch('⻢\u200b⼤\ufe00药\uf9e1')).toBe('马大药李')
  })

  it('each position in a folded text maps back to a position in the original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { folded, at } = foldWithPositions(text)
        expect(folded).toBe(foldForSearch(text))
        expect(at(folded.length)).toBe(text.length)
        for (let place = 1; place < folded.length; place += 1) expect(at(place)).toBeGreaterThanOrEqual(at(place - 1))
      }),
    )
  })
})

describe('grams of the search index', () => {
  it('the search grams of a text include the required grams of every word that the text contains', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
        fc.string({ unit: 'grapheme' }),
        (before, word, after) => {
          const folded = foldForSearch(word).trim()
          fc.pre(folded !== '' && !/\s/.test(folded))
          const grams = new Set(searchGramsOf(`${foldForSearch(before)} ${folded}${foldForSearch(after)}`))
          for (const gram of requiredSearchGrams(folded)) expect(grams).toContain(gram)
        },
      ),
    )
    expect(searchGramsOf('药品 药')).toEqual(['药', '品', '药品'])
  })

  it('search patterns escape wildcards', () => {
    expect(likeContaining('50%_\\')).toBe('%50\\%\\_\\\\%')
  })
})

describe('excerpts of search results', () => {
  it('the parts of an excerpt join to the original text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        (text, sought) => {
          const words = sought.flatMap(searchWordsOf)
          expect(
            splitAtMatches(text, words)
              .map((part) => part.text)
              .join(''),
          ).toBe(text)
        },
      ),
    )
  })

  it('matches are marked in the original characters', () => {
    expect(splitAtMatches('关于ＧＳＰ的Gsp', ['gsp'])).toEqual([
      { text: '关于', hit: false },
      { text: 'ＧＳＰ', hit: true },
      { text: '的', hit: false },
      { text: 'Gsp', hit: true },
    ])
    expect(splitAtMatches('aaa', ['aa'])).toEqual([{ text: 'aaa', hit: true }])
  })

  it('an excerpt shows the first match in the text, or else the match in the summary', () => {
    const body = `${'甲'.repeat(200)}药师${'乙'.repeat(200)}`
    const around = excerptAround([body, '摘要'], ['药师'])
    expect(around.map((part) => part.text).join('')).toBe(`…${'甲'.repeat(30)}药师${'乙'.repeat(88)}…`)
    expect(around[1]).toEqual({ text: '药师', hit: true })
    expect(excerptAround(['正文', '药师摘要'], ['药师'])[0]).toEqual({ text: '药师', hit: true })
    expect(excerptAround(['', '摘要'], ['药师'])).toEqual([{ text: '摘要', hit: false }])
  })
})
