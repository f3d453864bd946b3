import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { makeTestFont, testOutlineOf, toFontCollection, toWoff } from '../../../../test/factories/font.ts'
import { contentOfBuffer } from '../../../platform/files/content.ts'
import { listCharactersWithoutFont } from '../../../platform/print/fonts.ts'
import { parseContours } from '../../../platform/print/outlines.ts'
import { renderLetter } from './draw-letter.ts'
import { type FontTaskOutput, task } from './font-task.ts'

const [g, h, other] = [0x30018, 0x31365, 0x2b5b8]

async function read(file: Buffer, wanted: number[] = [g, h]): Promise<FontTaskOutput> {
  let found: FontTaskOutput | undefined
  await task(
    { wanted, face: null },
    {
      source: contentOfBuffer(file),
      emit: async (value) => {
        found = value
      },
    },
  )
  if (!found) throw new Error('nothing was found')
  return found
}

describe('uploaded font files', () => {
  it.each([
    ['TrueType', (font: Buffer) => font],
    ['WOFF', toWoff],
    ['a collection', (font: Buffer) => toFontCollection([makeTestFont({ letters: [other] }), font])],
  ])('an uploaded font is read as %s', async (_kind, form) => {
    const found = await read(form(makeTestFont({ letters: [g, h], name: '补字宋体' })))
    expect(found).toMatchObject({
      name: '补字宋体',
      ranges: [
        [g, g],
        [h, h],
      ],
      undrawn: [],
    })
    expect(found.drawn.map(({ outline }) => outline)).toEqual([testOutlineOf(g), testOutlineOf(h)])
  })

  it('of a font collection, the face that has most of the wanted characters is used', async () => {
    const fonts = [makeTestFont({ letters: [other] }), makeTestFont({ letters: [other, g] })]
    expect((await read(toFontCollection(fonts))).face).toBe(1)
  })

  it('characters missing from a font and placeholder glyphs are not rendered', async () => {
    const boxes = [h, 0x20001, 0x20002, 0x20003, 0x20004]
    const found = await read(makeTestFont({ letters: [g], empty: [other], boxes }), [g, other, h, 0x3001a])
    expect(found.drawn.map(({ codePoint }) => codePoint)).toEqual([g])
    expect(found.undrawn).toEqual([
      { codePoint: other, problem: 'EMPTY' },
      { codePoint: h, problem: 'PLACEHOLDER' },
      { codePoint: 0x3001a, problem: 'ABSENT' },
    ])
  })

  it.each([
    [0x0002, '不允许嵌入'],
    [0x0100, '不允许只嵌入部分字'],
    [0x0200, '只允许嵌入点阵'],
  ])('a font that forbids embedding is refused (fsType %i)', async (fsType, words) => {
    await expect(read(makeTestFont({ letters: [g], fsType }))).rejects.toThrow(words)
  })

  it.each([[0x0004], [0x0008], [0x0006]])('a font that allows printing is accepted (fsType %i)', async (fsType) => {
    expect((await read(makeTestFont({ letters: [g], fsType }))).drawn).toHaveLength(1)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not a font at all')],
    ['a font that was cut off', makeTestFont({ letters: [g, h] }).subarray(0, 400)],
  ])('a font that is %s is refused with a message', async (_kind, file) => {
    await expect(read(file)).rejects.toThrow(/字体文件/)
  })

  it.each([
    ['a page that was saved in its place', '<!doctype html><html><title>404</title></html>'],
    ['an archive', `PK\x03\x04${'0'.repeat(400)}`],
    ['PostScript', '\x80\x01\x00\x10\x00\x00%!PS-AdobeFont-1.0: Test'],
  ])('a file that is %s is reported as no font, not as incomplete', async (_kind, text) => {
    await expect(read(Buffer.from(text, 'latin1'))).rejects.toThrow(/不是完整的字体文件.*TTF/)
  })

  it('rendered characters keep the shape of the original font', async () => {
    const file = '@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-500-normal.woff'
    const woff = readFileSync(createRequire(import.meta.url).resolve(file))
    const found = await read(woff, [0x30edd])
    const font = create(woff) as Font
    const { commands, bbox } = font.glyphForCodePoint(0x30edd).path
    const [letter] = found.drawn
    const points = parseContours(letter?.outline ?? '').flat()
    expect(parseContours(letter?.outline ?? '')).toHaveLength(
      commands.filter(({ command }) => command === 'moveTo').length,
    )
    expect(Math.max(...points.map(({ x }) => x))).toBeGreaterThanOrEqual(Math.round(bbox.maxX))
  })
})

it('a cubic curve becomes quadratic curves with less than one unit of difference', () => {
  const commands = [
    { command: 'moveTo', args: [0, 0] },
    { command: 'bezierCurveTo', args: [0, 552, 448, 1000, 1000, 1000] },
    { command: 'lineTo', args: [1000, 0] },
    { command: 'closePath', args: [] },
  ]
  const glyphs = [
    { id: 0, path: { commands: [] } },
    { id: 1, advanceWidth: 1000, path: { commands } },
  ]
  const font = {
    ...{ unitsPerEm: 1000, hasGlyphForCodePoint: () => true },
    ...{ glyphForCodePoint: () => glyphs[1], getGlyph: () => glyphs[0] },
    stringsForGlyph: () => ['x'],
  }
  const letter = renderLetter(font as never, g)
  if (typeof letter === 'string') throw new Error(letter)
  const points = parseContours(letter.outline).flat()
  for (const { x, y } of points.filter(({ isOn, y: height }) => isOn && height > 0))
    expect(Math.abs(Math.hypot(x - 1000, y) - 1000)).toBeLessThan(1)
  expect(points.length).toBeGreaterThan(6)
})

it('the built-in fonts have every character of the Unicode block that the search for rare names skips', () => {
  const block = Array.from({ length: 0x9fff - 0x4e00 + 1 }, (_, at) => 0x4e00 + at)
  const text = `${String.fromCodePoint(...block)}·ABCXYZabcxyz `
  expect(listCharactersWithoutFont(text)).toEqual([])
})
