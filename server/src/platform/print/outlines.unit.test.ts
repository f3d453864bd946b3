import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import { expect, it } from 'vitest'
import { unpackWoff } from './fonts.ts'
import { roundFontOutlines } from './outlines.ts'

const file = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff'
const text = '执业药师继续教育学时证明，鬱龘 0123456789 ABC（*）'

function pointsOf(data: Buffer): number[] {
  const font = create(data) as Font
  return [...text].flatMap((letter) =>
    font.glyphForCodePoint(letter.codePointAt(0) ?? 0).path.commands.flatMap(({ args }) => args),
  )
}

it('rounding a font moves no outline point by more than 6 units, and the font compresses better', () => {
  const font = unpackWoff(readFileSync(createRequire(import.meta.url).resolve(file)))
  const before = Buffer.from(font)
  roundFontOutlines(font)
  const old = pointsOf(before)
  const moved = pointsOf(font).map((value, index) => Math.abs(value - (old[index] ?? Number.NaN)))
  expect(moved.length).toBe(old.length)
  expect(Math.max(...moved)).toBeGreaterThan(0)
  expect(Math.max(...moved)).toBeLessThanOrEqual(6)
  expect(moved.filter((by) => by > 3).length).toBeLessThan(moved.length / 100)
  const saved = 1 - deflateSync(font, { level: 1 }).length / deflateSync(before, { level: 1 }).length
  expect(saved).toBeGreaterThan(0.1)
})
