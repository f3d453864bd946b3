import { describe, expect, it } from 'vitest'
import { collapseUnchangedLines, diffTextLines } from './text-diff.ts'

const shown = (before: string, after: string) =>
  diffTextLines([...before], [...after])
    .map(({ kind, text }) => ({ same: '', added: '+', removed: '-' })[kind] + text)
    .join(' ')

describe('line differences of two texts', () => {
  it.each([
    ['abc', 'abc', 'a b c'],
    ['abc', 'axc', 'a -b +x c'],
    ['abc', 'ac', 'a -b c'],
    ['ac', 'abc', 'a +b c'],
    ['', 'ab', '+a +b'],
    ['ab', '', '-a -b'],
    ['abcdef', 'acbdxf', 'a -b c +b d -e +x f'],
  ])('the difference between %s and %s is found', (before, after, lines) => {
    expect(shown(before, after)).toBe(lines)
  })

  it('the old and the new text can be rebuilt from their line difference', () => {
    const [before, after] = ['第一条第二条第三条', '第一条第四条第三条之一']
    const lines = diffTextLines([...before], [...after])
    const of = (kind: 'added' | 'removed') =>
      lines.flatMap((line) => (line.kind === kind || line.kind === 'same' ? line.text : '')).join('')
    expect(of('removed')).toBe(before)
    expect(of('added')).toBe(after)
  })

  it('unchanged lines are collapsed', () => {
    const lines = diffTextLines([...'abcdefgh'], [...'abcdexgh'])
    expect(collapseUnchangedLines(lines, 1).map((line) => (typeof line === 'number' ? line : line.text))).toEqual([
      4,
      'e',
      'f',
      'x',
      'g',
      1,
    ])
  })
})
