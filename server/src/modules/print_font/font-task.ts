import { create as openFont } from 'fontkit'
import type { ReadTask } from '../../platform/reader/task.ts'
import { UnreadableFile } from '../../platform/sheets/unreadable.ts'
import { type DrawnLetter, drawLetter, type LetterProblem } from './draw-letter.ts'

export interface FontInput {
  /** code points to draw */
  wanted: readonly number[]
  /** its place in a collection; null: the one that has most of them */
  face: number | null
}

export interface FontFound {
  /** as the font calls itself */
  name: string
  face: number
  glyphs: number
  /** code points it says it has, as ranges whose ends belong to them */
  ranges: [from: number, to: number][]
  drawn: DrawnLetter[]
  undrawn: { codePoint: number; problem: LetterProblem }[]
}

type Face = ReturnType<typeof facesOf>[number]

/** Reads a font file that staff hand in: what it is, what it has, and how it draws the letters that are wanted. */
export const task: ReadTask<FontInput, FontFound> = async (input, { source, emit }) => {
  const file = await source.read(0, source.size)
  if (isCutOff(file)) throw new UnreadableFile('文件不完整，请重新获取字体文件后再上传')
  await emit(findIn(file, input))
}

const damaged = '不是完整的字体文件，请上传 TTF、OTF、TTC、WOFF 或 WOFF2 文件'

/** @throws UnreadableFile */
function findIn(file: Buffer, { wanted, face }: FontInput): FontFound {
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
    // whatever a parser stumbles over is the file's fault
    throw error instanceof UnreadableFile ? error : new UnreadableFile(damaged)
  }
}

/** faces of a collection that are looked at: the largest ones have some thirty */
const mostFaces = 64

function facesOf(file: Buffer) {
  const font = openFont(file)
  return 'fonts' in font ? font.fonts.slice(0, mostFaces) : [font]
}

/** how a file begins that lists its tables: TrueType, OpenType, Apple's, and collections of them */
const fontHeads: ReadonlySet<string> = new Set(['\0\x01\0\0', 'OTTO', 'true', 'ttcf'])

/** Whether the file ends before what its head lists; what is not even a head is left to the parser. */
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

/** Of a collection, the face that has most of what is wanted; of equal ones that of mainland China. */
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

/** What the maker of a font allows (OpenType, OS/2 fsType): the mildest of several marks counts. */
function requireEmbedding(font: Face): void {
  const marks = font['OS/2']?.fsType
  if (!marks) return
  const { noEmbedding, viewOnly, editable, noSubsetting, bitmapOnly } = marks
  if (noEmbedding && !viewOnly && !editable)
    throw new UnreadableFile('这个字体的许可不允许嵌入文件，请换一个允许嵌入的字体')
  if (noSubsetting)
    throw new UnreadableFile('这个字体的许可不允许只嵌入部分字，请换一个允许嵌入的字体')
  if (bitmapOnly)
    throw new UnreadableFile('这个字体的许可只允许嵌入点阵，请换一个允许嵌入轮廓的字体')
}

function drawAll(font: Face, wanted: readonly number[]): Pick<FontFound, 'drawn' | 'undrawn'> {
  const drawn: DrawnLetter[] = []
  const undrawn: FontFound['undrawn'] = []
  for (const codePoint of wanted) {
    const letter = tryToDraw(font, codePoint)
    if (typeof letter === 'string') undrawn.push({ codePoint, problem: letter })
    else drawn.push(letter)
  }
  return { drawn, undrawn }
}

/** One damaged letter does not keep the others from being drawn. */
function tryToDraw(font: Face, codePoint: number): DrawnLetter | LetterProblem {
  try {
    return drawLetter(font, codePoint)
  } catch {
    return 'BROKEN'
  }
}

/** more than a font has glyphs: what says so has one sign for all of Unicode */
const mostLetters = 100_000

function rangesOf(codePoints: readonly number[]): [number, number][] {
  if (codePoints.length > mostLetters)
    throw new UnreadableFile('这个字体文件用一个符号代替所有的字，请换一个字体')
  const ranges: [number, number][] = []
  for (const codePoint of [...new Set(codePoints)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === codePoint - 1) last[1] = codePoint
    else ranges.push([codePoint, codePoint])
  }
  return ranges
}
