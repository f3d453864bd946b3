import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { asCollection, asWoff, makeFont, shapeOf } from '../../../test/factories/font.ts'
import { bufferContent } from '../../platform/files/content.ts'
import { lettersBeyondFonts } from '../../platform/print/fonts.ts'
import { contoursOf } from '../../platform/print/letter-outline.ts'
import { drawLetter } from './draw-letter.ts'
import { type FontFound, task } from './font-task.ts'

const [g, h, other] = [0x30018, 0x31365, 0x2b5b8]

async function read(file: Buffer, wanted: number[] = [g, h]): Promise<FontFound> {
  let found: FontFound | undefined
  await task(
    { wanted, face: null },
    {
      source: bufferContent(file),
      emit: async (value) => {
        found = value
      },
    },
  )
  if (!found) throw new Error('nothing was found')
  return found
}

describe('a font file that staff hand in', () => {
  it.each([
    ['TrueType', (font: Buffer) => font],
    ['WOFF', asWoff],
    ['a collection', (font: Buffer) => asCollection([makeFont({ letters: [other] }), font])],
  ])('is read as %s', async (_kind, form) => {
    const found = await read(form(makeFont({ letters: [g, h], name: '补字宋体' })))
    expect(found).toMatchObject({
      name: '补字宋体',
      ranges: [
        [g, g],
        [h, h],
      ],
      undrawn: [],
    })
    expect(found.drawn.map(({ outline }) => outline)).toEqual([shapeOf(g), shapeOf(h)])
  })

  it('of a collection the face that has most of what is wanted draws', async () => {
    const fonts = [makeFont({ letters: [other] }), makeFont({ letters: [other, g] })]
    expect((await read(asCollection(fonts))).face).toBe(1)
  })

  it('draws no letter that it lacks, maps to nothing, or to a sign for all that it lacks', async () => {
    const boxes = [h, 0x20001, 0x20002, 0x20003, 0x20004]
    const found = await read(makeFont({ letters: [g], empty: [other], boxes }), [
      g,
      other,
      h,
      0x3001a,
    ])
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
  ])('is refused where its maker forbids to embed it (%i)', async (fsType, words) => {
    await expect(read(makeFont({ letters: [g], fsType }))).rejects.toThrow(words)
  })

  it.each([[0x0004], [0x0008], [0x0006]])(
    'is taken where it allows printing (%i)',
    async (fsType) => {
      expect((await read(makeFont({ letters: [g], fsType }))).drawn).toHaveLength(1)
    },
  )

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not a font at all')],
    ['a font that was cut off', makeFont({ letters: [g, h] }).subarray(0, 400)],
  ])('is refused with a sentence when it is %s', async (_kind, file) => {
    await expect(read(file)).rejects.toThrow(/字体文件/)
  })

  it.each([
    ['a page that was saved in its place', '<!doctype html><html><title>404</title></html>'],
    ['an archive', `PK\x03\x04${'0'.repeat(400)}`],
    ['PostScript', '\x80\x01\x00\x10\x00\x00%!PS-AdobeFont-1.0: Test'],
  ])('that is %s is called no font, not one that was cut off', async (_kind, text) => {
    await expect(read(Buffer.from(text, 'latin1'))).rejects.toThrow(/不是完整的字体文件.*TTF/)
  })

  it('of a foreign maker is drawn as it is there', async () => {
    const file = '@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-500-normal.woff'
    const woff = readFileSync(createRequire(import.meta.url).resolve(file))
    const found = await read(woff, [0x30edd])
    const font = create(woff) as Font
    const { commands, bbox } = font.glyphForCodePoint(0x30edd).path
    const [letter] = found.drawn
    const points = contoursOf(letter?.outline ?? '').flat()
    expect(contoursOf(letter?.outline ?? '')).toHaveLength(
      commands.filter(({ command }) => command === 'moveTo').length,
    )
    expect(Math.max(...points.map(({ x }) => x))).toBeGreaterThanOrEqual(Math.round(bbox.maxX))
  })
})

it('a cubic curve becomes square ones that stay within a unit of it', () => {
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
  const letter = drawLetter(font as never, g)
  if (typeof letter === 'string') throw new Error(letter)
  // a quarter of a circle around 1000, 0
  const points = contoursOf(letter.outline).flat()
  for (const { x, y } of points.filter(({ isOn, y: height }) => isOn && height > 0))
    expect(Math.abs(Math.hypot(x - 1000, y) - 1000)).toBeLessThan(1)
  expect(points.length).toBeGreaterThan(6)
})

it('the portal’s own fonts have the whole block that names are not looked through for', () => {
  const block = Array.from({ length: 0x9fff - 0x4e00 + 1 }, (_, at) => 0x4e00 + at)
  const text = `${String.fromCodePoint(...block)}·ABCXYZabcxyz `
  expect(lettersBeyondFonts(text)).toEqual([])
})
