import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { practiceTexts } from '@ce/contract/practice-text'
import { formatProofNumber, offlineCodeTexts, proofCodeHint } from '@ce/contract/proof-codes'
import { printedProofFields } from '@ce/contract/proof-fields'
import { trialTexts } from '@ce/contract/trial-text'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPdfText, readPdfTexts } from '../../../../../test/pdf-text.ts'
import { listCharactersWithoutFont } from '../../../../platform/print/fonts.ts'
import type { ProofSnapshot } from '../snapshot.ts'
import { type ProofPageInput, renderProofPages, renderProofPdf } from './proof-pdf.ts'

const course = (title: string, index: number) => ({
  ...({ subject: 'PROFESSIONAL', source: 'COURSE', title, hours: 6 } as const),
  date: `2025-03-${11 + index}`,
})
const record = (title: string) =>
  ({ subject: 'PUBLIC', source: 'RECORD', title, hours: 15, date: '2025-05-27' }) as const

const snapshot: ProofSnapshot = {
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
// Real QR content compresses badly, so the test uses random data.
const signed = createHash('shake256', { outputLength: 400 }).update(code).digest('base64url')
const verifyUrl = `https://ce.example.org/verify/${code}`
const offlineUrl = `${verifyUrl}#${signed}`
const draw = (change: Partial<ProofSnapshot> = {}) =>
  renderProofPdf({
    snapshot: { ...snapshot, ...change },
    code,
    verifyUrl,
    offlineUrl,
    revoked: null,
    letters: new Map(),
  })

it('the PDF of a whole year has at most 30 KB', async () => {
  const pdf = await draw()
  expect(pdf.length).toBeLessThanOrEqual(30 * 1024)
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
})

it('a proof of the practice portal is marked in its title, in a frame and across the sheet', async () => {
  const pdf = await draw({ trial: true, number: formatProofNumber('PRACTICE', 2026, 1) })
  const said = readPdfText(pdf).replaceAll('\u00a0', ' ')
  expect(said).toContain(practiceTexts.proof)
  expect(said).toContain('演 练 · 无 效 力')
  expect(said).not.toContain('试用')
})

it('the PDF prints the fields that the public page shows', async () => {
  const fields = printedProofFields(snapshot, snapshot.name)
  const drawn = readPdfTexts(await draw())
  // Field names stand at the left in size 11.
  const names = drawn.filter(({ x, size }) => x === 56 + 16 && size === 11).map(({ text }) => text)
  expect(names).toEqual(fields.map(({ name }) => name))
  const all = drawn
    .map(({ text }) => text)
    .join('')
    .replaceAll('\u00a0', ' ')
  for (const { name, value } of fields) expect(all).toContain(name + value.replaceAll('\u00a0', ' '))
  expect(fields.at(-1)).toEqual({ name: '合计', value: '90\u00a0学时' })
})

it('only the proof of a trial year is marked as a trial below its title', async () => {
  const [ordinary, trial] = [readPdfText(await draw()), readPdfText(await draw({ trial: true }))]
  expect(ordinary).toContain('执业药师继续教育学时证明2025 年度')
  expect(trial).toContain('执业药师继续教育试用证明2025 年度（试用）')
  for (const words of [trialTexts.proof, [...trialTexts.across].join(' ')]) expect(trial).toContain(words)
  expect(trial).not.toContain('学时证明')
  expect(ordinary).not.toContain(trialTexts.tag)
})

const lines = (count: number) => Array.from({ length: count }, (_, index) => ({ ...course(`课程${index}号`, 0) }))
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length

it.each([
  [12, 1],
  [23, 1],
  [42, 2],
  [60, 2],
  [80, 3],
])('a year of %i entries is printed completely, once and in readable size', async (count, sheets) => {
  const pdf = await draw({ entries: lines(count) })
  expect(pagesOf(pdf)).toBe(sheets)
  const drawn = readPdfTexts(pdf)
  expect(Math.min(...drawn.map(({ size }) => size))).toBeGreaterThanOrEqual(6.5)
  for (const { title } of lines(count))
    expect(
      drawn.filter(({ text }) => text === title),
      title,
    ).toHaveLength(1)
  const all = readPdfText(pdf)
  for (let place = 1; sheets > 1 && place <= sheets; place += 1)
    expect(all).toContain(`第 ${place} 页，共 ${sheets} 页`)
  // Every sheet shows the proof number.
  expect(all.split(snapshot.number)).toHaveLength(sheets + 1)
  expect(all.split(code.slice(0, 4))).toHaveLength(sheets + 1)
})

it('the longest issuer name stays within the frame', async () => {
  const issuer = '江南省药品零售与执业药师继续教育行业协会联合会'.repeat(3).slice(0, 60)
  const drawn = readPdfTexts(await draw({ issuer }))
  expect(drawn.map(({ text }) => text).join('')).toContain(issuer)
  // The margin is 56 points and the padding 16. A Chinese character is as wide as it is high.
  const right = 595.28 - 56 - 16
  for (const { text, x, size } of drawn.filter(({ text: one }) => issuer.includes(one)))
    expect(x + [...text].length * size, text).toBeLessThanOrEqual(right + 0.1)
})

function codesOn(pdf: Buffer) {
  const stencil = /\/Width (\d+)\n\/Height \1\n[^>]*\/ImageMask true\n\/Length (\d+)\n[^>]*>>\nstream\n/g
  return [...pdf.toString('latin1').matchAll(stencil)].map(({ 0: head, 1: side, 2: length, index }) => {
    const start = index + head.length
    const bits = inflateSync(pdf.subarray(start, start + Number(length)))
    const width = Number(side)
    const stride = Math.ceil(width / 8)
    const white = (at: number) =>
      ((bits[Math.floor(at / width) * stride + ((at % width) >> 3)] ?? 0) >> (7 - ((at % width) % 8))) & 1
    return {
      width,
      dots: Buffer.from(Array.from({ length: width * width }, (_, at) => 255 * white(at))),
    }
  })
}

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

it('the large QR is readable at 72 dpi or 148 pixels, and the dense one at 150 dpi', async () => {
  const [large, dense] = codesOn(await draw())
  if (!large || !dense) throw new Error('a QR is missing')
  // The large QR is 116 points wide on paper.
  for (const pixels of [116, 148]) expect(await readAt(large, pixels), `${pixels}`).toBe(verifyUrl)
  expect(await readAt(dense, (116 / 72) * 150)).toBe(offlineUrl)
})

it('the proof explains both QRs and has no empty seal frame', async () => {
  const said = readPdfText(await draw())
  for (const words of [proofCodeHint, offlineCodeTexts.name, offlineCodeTexts.hint]) expect(said).toContain(words)
  expect(said).not.toContain('盖章处')
})

describe('text inside a proof PDF', () => {
  const drawn = { advance: 1000, outline: 'M100 0L900 0L900 800L100 800ZM300 200L500 600L700 200Z' }
  const draw = (papers: Partial<ProofPageInput>[], name: (at: number) => string) =>
    papers.map((change, at) => ({
      ...{ code, verifyUrl, offlineUrl, revoked: null, letters: new Map() },
      ...change,
      snapshot: { ...snapshot, name: name(at) },
    }))
  const namesIn = async (papers: ProofPageInput[]) => {
    const parts: Buffer[] = []
    for await (const part of renderProofPages(papers)) parts.push(part)
    return readPdfText(Buffer.concat(parts))
  }

  it.each([
    ['rare letters of the basic plane', '龘䶮㛃𬭊'],
    ['letters of the extensions B to H that the fonts have', '𠮷𪜃𫝆𫠣𬽥𮰵𰻝𱍗'],
    ['a Latin name with marks', 'NGUYỄN Đỗ'],
  ])('the PDF text keeps a name of %s', async (_kind, name) => {
    expect(listCharactersWithoutFont(name)).toEqual([])
    expect(await namesIn(draw([{}], () => name))).toContain(`姓名${name}`)
  })

  it('the PDF text keeps characters that staff added', async () => {
    const letters = new Map([
      [0x31365, drawn],
      [0x2b5b8, drawn],
    ])
    const name = '王\u{31365}明\u{2b5b8}'
    const text = await namesIn(draw([{ letters }], () => name))
    expect(text).toContain(`姓名${name}`)
  })

  it('the PDF text distinguishes two characters that share a glyph', async () => {
    const alike = ['㮣', '槩']
    const text = await namesIn(draw([{}, {}], (at) => `王${alike[at]}`))
    for (const letter of alike) expect(text).toContain(`姓名王${letter}`)
  })

  it('rendering a proof fails for a character that no font has', async () => {
    await expect(namesIn(draw([{}], () => '王\u{31365}x\u{e000}'))).rejects.toThrow('nothing draws')
  })
})
