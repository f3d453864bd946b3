import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { trialWords } from '@ce/contract/trial-words'
import { expect, it } from 'vitest'
import type { Snapshot } from '../snapshot.ts'
import { makeProofPdf } from './proof-pdf.ts'

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
const verifyUrl = `https://ce.example.org/verify/${code}#${signed}`
const draw = (change: Partial<Snapshot> = {}) =>
  makeProofPdf({ snapshot: { ...snapshot, ...change }, code, verifyUrl, revoked: null })

/** What is written on the sheet, in the order it is drawn: glyphs by the font's own table. */
function writtenOn(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/\/FlateDecode\n>>\nstream\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length
    return inflateSync(pdf.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')
  })
  const cmap = streams.find((stream) => stream.includes('beginbfrange')) ?? ''
  const letters = [...cmap.matchAll(/\[([^\]]+)\]/g)].flatMap(({ 1: list = '' }) =>
    [...list.matchAll(/<([0-9a-f]+)>/g)].map(({ 1: hex = '' }) => fromHex(hex)),
  )
  const page = streams.find((stream) => stream.includes(' Tf')) ?? ''
  const glyphs = [...page.matchAll(/<([0-9a-f]+)>/g)].map(({ 1: hex = '' }) => hex).join('')
  return [...glyphs.matchAll(/.{4}/g)]
    .map(([glyph]) => letters[Number.parseInt(glyph, 16)])
    .join('')
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

it('a proof of a whole year is a file of 30 KB at most', async () => {
  const pdf = await draw()
  expect(pdf.length).toBeLessThanOrEqual(30 * 1024)
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
})

it('says below its title that it is a trial’s, and of an ordinary year nothing', async () => {
  const [ordinary, trial] = [writtenOn(await draw()), writtenOn(await draw({ trial: true }))]
  for (const text of [ordinary, trial]) expect(text).toContain('执业药师继续教育学时证明')
  expect(trial).toContain(trialWords.proof)
  expect(ordinary).not.toContain(trialWords.tag)
})
