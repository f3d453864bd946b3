import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { practiceWords } from '@ce/contract/practice-words'
import { offlineCodeWords, proofCodeHint, proofNumber } from '@ce/contract/proof-codes'
import { printedFields } from '@ce/contract/proof-fields'
import { trialWords } from '@ce/contract/trial-words'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { stretchesOf, writtenOn } from '../../../../test/pdf-text.ts'
import { lettersBeyondFonts } from '../../../platform/print/fonts.ts'
import type { Snapshot } from '../snapshot.ts'
import { makeProofPdf, type ProofPaper, proofPages } from './proof-pdf.ts'

const course = (title: string, index: number) => ({
  ...({ subject: 'PROFESSIONAL', source: 'COURSE', title, hours: 6 } as const),
  date: `2025-03-${11 + index}`,
})
const record = (title: string) =>
  ({ subject: 'PUBLIC', source: 'RECORD', title, hours: 15, date: '2025-05-27' }) as const

/** a whole year, as in the demo world */
const snapshot: Snapshot = {
  name: '周建国',
  number: 'CE20250000001',
  year: 2025,
  trial: false,
  idTypeLabel: '居民身份证',
  idNoMasked: '110105********0032',
  certificateNo: 'DEMO20120003',
  employer: '江州示例大药房连锁有限公司',
  required: { professional: 60, public: 30 },
  earned: { professional: 60, public: 30 },
  entries: [
    ...[
      ...['药品管理法要点', '处方审核与调配', '用药安全与用药差错防范', '抗菌药物合理使用'],
      ...['执业药师职业道德与药学服务规范', '高血压患者用药指导', '糖尿病患者用药指导'],
      ...['疫苗管理法与疫苗流通', '冷链药品储运管理', '特殊人群用药咨询'],
    ].map(course),
    ...['公需科目：法治与职业道德', '公需科目：数字经济与健康中国'].map(record),
  ],
  issuer: '江南省药品零售行业协会',
  issuedOn: '2025-05-27',
}

const code = 'FX8RJY4M6BQ8GCUV'
// what a QR carries compresses like noise
const signed = createHash('shake256', { outputLength: 400 }).update(code).digest('base64url')
const verifyUrl = `https://ce.example.org/verify/${code}`
const offlineUrl = `${verifyUrl}#${signed}`
const draw = (change: Partial<Snapshot> = {}) =>
  makeProofPdf({
    snapshot: { ...snapshot, ...change },
    code,
    verifyUrl,
    offlineUrl,
    revoked: null,
    letters: new Map(),
  })

it('a proof of a whole year is a file of 30 KB at most', async () => {
  const pdf = await draw()
  expect(pdf.length).toBeLessThanOrEqual(30 * 1024)
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
})

it('of a practice portal says so in its title, in a frame and across the sheet', async () => {
  const pdf = await draw({ trial: true, number: proofNumber('PRACTICE', 2026, 1) })
  const said = writtenOn(pdf).replaceAll('\u00a0', ' ')
  expect(said).toContain(practiceWords.proof)
  expect(said).toContain('演 练 · 无 效 力')
  expect(said).not.toContain('试用')
})

it('prints the fields that the public page shows', async () => {
  const fields = printedFields(snapshot, snapshot.name)
  const drawn = stretchesOf(await draw())
  // names stand at the left in their own size, their values in the next column
  const names = drawn.filter(({ x, size }) => x === 56 + 16 && size === 11).map(({ text }) => text)
  expect(names).toEqual(fields.map(({ name }) => name))
  const all = drawn
    .map(({ text }) => text)
    .join('')
    .replaceAll('\u00a0', ' ')
  for (const { name, value } of fields)
    expect(all).toContain(name + value.replaceAll('\u00a0', ' '))
  expect(fields.at(-1)).toEqual({ name: '合计', value: '90\u00a0学时' })
})

it('says below its title that it is a trial’s, and of an ordinary year nothing', async () => {
  const [ordinary, trial] = [writtenOn(await draw()), writtenOn(await draw({ trial: true }))]
  expect(ordinary).toContain('执业药师继续教育学时证明2025 年度')
  expect(trial).toContain('执业药师继续教育试用证明2025 年度（试用）')
  for (const words of [trialWords.proof, [...trialWords.across].join(' ')])
    expect(trial).toContain(words)
  expect(trial).not.toContain('学时证明')
  expect(ordinary).not.toContain(trialWords.tag)
})

/** so many lines, each of a title of its own */
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...course(`课程${index}号`, 0) }))
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length

it.each([
  [12, 1],
  [23, 1],
  [42, 2],
  [60, 2],
  [80, 3],
])('a year of %i lines can be read, and all of it is there once', async (count, sheets) => {
  const pdf = await draw({ entries: lines(count) })
  expect(pagesOf(pdf)).toBe(sheets)
  const drawn = stretchesOf(pdf)
  expect(Math.min(...drawn.map(({ size }) => size))).toBeGreaterThanOrEqual(6.5)
  for (const { title } of lines(count))
    expect(
      drawn.filter(({ text }) => text === title),
      title,
    ).toHaveLength(1)
  const all = writtenOn(pdf)
  for (let place = 1; sheets > 1 && place <= sheets; place += 1)
    expect(all).toContain(`第 ${place} 页，共 ${sheets} 页`)
  // each sheet can be told from those of any other proof
  expect(all.split(snapshot.number)).toHaveLength(sheets + 1)
  expect(all.split(code.slice(0, 4))).toHaveLength(sheets + 1)
})

it('the longest name of an issuer stays within the frame', async () => {
  const issuer = '江南省药品零售与执业药师继续教育行业协会联合会'.repeat(3).slice(0, 60)
  const drawn = stretchesOf(await draw({ issuer }))
  expect(drawn.map(({ text }) => text).join('')).toContain(issuer)
  // 56 of margin and 16 of air; a Chinese letter is as wide as high
  const right = 595.28 - 56 - 16
  for (const { text, x, size } of drawn.filter(({ text: one }) => issuer.includes(one)))
    expect(x + [...text].length * size, text).toBeLessThanOrEqual(right + 0.1)
})

/** The QRs on a proof in the order they are drawn: a bit a dot, black where it is 0. */
function codesOn(pdf: Buffer) {
  const stencil =
    /\/Width (\d+)\n\/Height \1\n[^>]*\/ImageMask true\n\/Length (\d+)\n[^>]*>>\nstream\n/g
  return [...pdf.toString('latin1').matchAll(stencil)].map(
    ({ 0: head, 1: side, 2: length, index }) => {
      const start = index + head.length
      const bits = inflateSync(pdf.subarray(start, start + Number(length)))
      const width = Number(side)
      const stride = Math.ceil(width / 8)
      const white = (at: number) =>
        ((bits[Math.floor(at / width) * stride + ((at % width) >> 3)] ?? 0) >>
          (7 - ((at % width) % 8))) &
        1
      return {
        width,
        dots: Buffer.from(Array.from({ length: width * width }, (_, at) => 255 * white(at))),
      }
    },
  )
}

/** What the portal's scanner reads of a QR that a screen or a printer shows with so many pixels, on white paper. */
async function readAt({ width, dots }: ReturnType<typeof codesOn>[number], pixels: number) {
  const { data, info } = await sharp(dots, { raw: { width, height: width, channels: 1 } })
    .resize({ width: Math.round(pixels), kernel: 'nearest' })
    .extend({ top: 30, bottom: 30, left: 30, right: 30, background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ data, width: info.width, height: info.height }, { timeLimit: 1000 })
}

it('the large QR is read at 72 dpi and from 148 pixels of a screen, the dense one at 150 dpi', async () => {
  const [large, dense] = codesOn(await draw())
  if (!large || !dense) throw new Error('a QR is missing')
  // 116 points on the paper
  for (const pixels of [116, 148]) expect(await readAt(large, pixels), `${pixels}`).toBe(verifyUrl)
  expect(await readAt(dense, (116 / 72) * 150)).toBe(offlineUrl)
})

it('says which QR to scan for what, and has no empty frame for a seal', async () => {
  const said = writtenOn(await draw())
  for (const words of [proofCodeHint, offlineCodeWords.name, offlineCodeWords.hint])
    expect(said).toContain(words)
  expect(said).not.toContain('盖章处')
})

describe('the text of a PDF', () => {
  /** a square, a triangle in it */
  const drawn = { advance: 1000, outline: 'M100 0L900 0L900 800L100 800ZM300 200L500 600L700 200Z' }
  const draw = (papers: Partial<ProofPaper>[], name: (at: number) => string) =>
    papers.map((change, at) => ({
      ...{ code, verifyUrl, offlineUrl, revoked: null, letters: new Map() },
      ...change,
      snapshot: { ...snapshot, name: name(at) },
    }))
  const namesIn = async (papers: ProofPaper[]) => {
    const parts: Buffer[] = []
    for await (const part of proofPages(papers)) parts.push(part)
    return writtenOn(Buffer.concat(parts))
  }

  it.each([
    ['rare letters of the basic plane', '龘䶮㛃𬭊'],
    ['letters of the extensions B to H that the fonts have', '𠮷𪜃𫝆𫠣𬽥𮰵𰻝𱍗'],
    ['a Latin name with marks', 'NGUYỄN Đỗ'],
  ])('gives back a name of %s', async (_kind, name) => {
    expect(lettersBeyondFonts(name)).toEqual([])
    expect(await namesIn(draw([{}], () => name))).toContain(`姓名${name}`)
  })

  it('gives back letters that staff added, beside others', async () => {
    const letters = new Map([
      [0x31365, drawn],
      [0x2b5b8, drawn],
    ])
    const name = '王\u{31365}明\u{2b5b8}'
    const text = await namesIn(draw([{ letters }], () => name))
    // stretches of one font each, in their order
    expect(text).toContain(`姓名${name}`)
  })

  it('keeps two letters apart that a font draws with one glyph', async () => {
    const alike = ['㮣', '槩']
    const text = await namesIn(draw([{}, {}], (at) => `王${alike[at]}`))
    for (const letter of alike) expect(text).toContain(`姓名王${letter}`)
  })

  it('is not made with a letter that nothing draws', async () => {
    await expect(namesIn(draw([{}], () => '王\u{31365}x\u{e000}'))).rejects.toThrow('nothing draws')
  })
})
