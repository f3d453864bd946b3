import { create as openFont } from 'fontkit'
import type { ReadTask } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { type LetterProblem, type RenderedLetter, renderLetter } from './draw-letter.ts'

export interface FontTaskInput {
  wanted: readonly number[]
  /** Null chooses the face that has most of the wanted characters. */
  face: number | null
}

export interface FontTaskOutput {
  name: string
  face: number
  glyphs: number
  /** Ranges of code points, both ends included. */
  ranges: [from: number, to: number][]
  drawn: RenderedLetter[]
  undrawn: { codePoint: number; problem: LetterProblem }[]
}

type Face = ReturnType<typeof facesOf>[number]

export const task: ReadTask<FontTaskInput, FontTaskOutput> = async (input, { source, emit }) => {
  const file = await source.read(0, source.size)
  if (isCutOff(file)) throw new UnreadableFile('文件不完整，请重新获取字体文件后再上传')
  await emit(findIn(file, input))
}

const damaged = '不是完整的字体文件，请上传 TTF、OTF、TTC、WOFF 或 WOFF2 文件'

function findIn(file: Buffer, { wanted, face }: FontTaskInput): FontTaskOutput {
  try {
    const faces = facesOf(file)
    const place = face ?? bestFace(faces, wanted)
    const font = faces[place]
    if (!font) throw new UnreadableFile('文件里没有可以使用的字体，请换一个字体文件')
    requireEmbedding(font)
    return {
      ...{ name: nameOf(font), face: place, glyphs: font.numGlyphs },
      ...drawAll(font, wanted),
      ranges: rangesOf(font.characterSet),
    }
  } catch (error) {
    // Any error of the font parser is caused by the file.
    throw error instanceof UnreadableFile ? error : new UnreadableFile(damaged)
  }
}

const mostFaces = 64

function facesOf(file: Buffer) {
  const font = openFont(file)
  return 'fonts' in font ? font.fonts.slice(0, mostFaces) : [font]
}

const fontHeads: ReadonlySet<string> = new Set(['\0\x01\0\0', 'OTTO', 'true', 'ttcf'])

/** A truncated font file is shorter than its header says. */
function isCutOff(file: Buffer): boolean {
  if (file.length < 16) return false
  const kind = file.toString('latin1', 0, 4)
  if (kind === 'wOFF' || kind === 'wOF2') return file.readUInt32BE(8) > file.length
  if (!fontHeads.has(kind)) return false
  const starts = kind === 'ttcf' ? numbersAt(file, 12, Math.min(file.readUInt32BE(8), 256)) : [0]
  return starts.some((start) => {
    if (start + 12 > file.length) return true
    const count = file.readUInt16BE(start + 4)
    if (start + 12 + count * 16 > file.length) return true
    return Array.from({ length: count }, (_, at) => start + 12 + at * 16).some(
      (record) => file.readUInt32BE(record + 8) + file.readUInt32BE(record + 12) > file.length,
    )
  })
}

function numbersAt(file: Buffer, start: number, count: number): number[] {
  const room = Math.max(0, Math.min(count, Math.floor((file.length - start) / 4)))
  return Array.from({ length: room }, (_, at) => file.readUInt32BE(start + at * 4))
}

/** Chooses the face with most of the wanted characters; among equal ones it prefers the face for mainland China. */
function bestFace(faces: Face[], wanted: readonly number[]): number {
  const ranks = faces.map((font) => {
    const count = wanted.filter((codePoint) => font.hasGlyphForCodePoint(codePoint)).length
    return count * 2 + (/\b(SC|CN|GB)\b|Hans/.test(nameOf(font)) ? 1 : 0)
  })
  return ranks.indexOf(Math.max(...ranks))
}

function nameOf(font: Face): string {
  const name = font.fullName ?? font.familyName ?? font.postscriptName
  return name?.replaceAll(/\p{C}/gu, '').trim().slice(0, 100) || '未命名的字体'
}

/** If a font has several fsType flags, the most permissive counts. */
function requireEmbedding(font: Face): void {
  const marks = font['OS/2']?.fsType
  if (!marks) return
  const { noEmbedding, viewOnly, editable, noSubsetting, bitmapOnly } = marks
  if (noEmbedding && !viewOnly && !editable)
    throw new UnreadableFile('这个字体的许可不允许嵌入文件，请换一个允许嵌入的字体')
  if (noSubsetting) throw new UnreadableFile('这个字体的许可不允许只嵌入部分字，请换一个允许嵌入的字体')
  if (bitmapOnly) throw new UnreadableFile('这个字体的许可只允许嵌入点阵，请换一个允许嵌入轮廓的字体')
}

function drawAll(font: Face, wanted: readonly number[]): Pick<FontTaskOutput, 'drawn' | 'undrawn'> {
  const drawn: RenderedLetter[] = []
  const undrawn: FontTaskOutput['undrawn'] = []
  for (const codePoint of wanted) {
    const letter = tryToDraw(font, codePoint)
    if (typeof letter === 'string') undrawn.push({ codePoint, problem: letter })
    else drawn.push(letter)
  }
  return { drawn, undrawn }
}

function tryToDraw(font: Face, codePoint: number): RenderedLetter | LetterProblem {
  try {
    return renderLetter(font, codePoint)
  } catch {
    return 'BROKEN'
  }
}

/** A font that claims more characters maps all of Unicode to one placeholder. */
const mostLetters = 100_000

function rangesOf(codePoints: readonly number[]): [number, number][] {
  if (codePoints.length > mostLetters) throw new UnreadableFile('这个字体文件用一个符号代替所有的字，请换一个字体')
  const ranges: [number, number][] = []
  for (const codePoint of [...new Set(codePoints)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === codePoint - 1) last[1] = codePoint
    else ranges.push([codePoint, codePoint])
  }
  return ranges
}
