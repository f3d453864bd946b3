import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { encodeQR } from 'qr'
import sharp from 'sharp'
import { deps, mustStaff } from '../world.ts'
import { uploadStaffFile } from './file.ts'
import { makeStaff } from './staff.ts'

export async function uploadStaffPicture(token: string) {
  const [width, height, channels] = [60, 24, 3] as const
  const dots = randomBytes(width * height * channels)
  const content = await sharp(dots, { raw: { width, height, channels } })
    .resize(1200, 480, { kernel: 'nearest' })
    .png()
    .toBuffer()
  return uploadStaffFile(token, { purpose: 'PICTURE', name: 'a.png', content })
}

export async function uploadQrPicture(token: string, text = 'https://portal.example/') {
  const content = await sharp(encodeQR(text, 'gif', { scale: 10 }))
    .png()
    .toBuffer()
  return uploadStaffFile(token, { purpose: 'PICTURE', use: 'QR', name: 'qr.png', content })
}

export const siteInfoInput = (change: object = {}) => ({
  title: '示例平台',
  organizer: '示例协会',
  address: '示例路 1 号',
  email: 'a@example.com',
  phone: '0571-0000',
  recordNumber: '',
  policeRecordNumber: '',
  wechatNumber: 'wx',
  techSupport: '',
  qrImages: [],
  ...change,
})

export const swiperInput = (fileId: string, change: object = {}) => ({
  id: null,
  key: crypto.randomUUID(),
  title: '轮播',
  fileId,
  redirectUrl: '/guide',
  visible: true,
  ...change,
})

export const friendlinkInput = (change: object = {}) => ({
  id: null,
  key: crypto.randomUUID(),
  title: '链接',
  redirectUrl: 'https://example.com/',
  visible: true,
  ...change,
})

export async function legalTextInput(change: object = {}) {
  return {
    kind: 'AGREEMENT',
    version: crypto.randomUUID().slice(0, 20),
    follows: null,
    effectiveFrom: await shanghaiDateIn(0),
    summary: '修改了退费的说明',
    graceDays: 0,
    paragraphs: ['第一条', '第二条'],
    ...change,
  }
}

export async function shanghaiDateIn(days: number): Promise<string> {
  const { db } = await deps()
  const { rows } = await sql<{ day: string }>`
    select (shanghai_date(app_now()) + ${days}::int)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

export type TestLegalTextKind = 'AGREEMENT' | 'PRIVACY'

export async function newestLegalTextOf(kind: TestLegalTextKind, token: string): Promise<string | null> {
  const texts = await mustStaff('GET /first_page/v1/texts', { kind }, token)
  const found = texts.find(({ state }) => state === 'PROPOSED' || state === 'APPROVED')
  return found?.version ?? null
}

/** @returns the published version */
export async function publishTestLegalText(change: { kind?: TestLegalTextKind; [field: string]: unknown } = {}) {
  const kind = change.kind ?? 'AGREEMENT'
  const [author, decider] = [
    await makeStaff({ permissions: ['site.edit'] }),
    await makeStaff({ permissions: ['site.edit'] }),
  ]
  const follows = await newestLegalTextOf(kind, author.token)
  const proposal = await legalTextInput({ ...change, kind, follows })
  await mustStaff('POST /first_page/v1/propose_text', proposal, author.token)
  const name = { kind, version: proposal.version }
  const decision = { ...name, decision: 'APPROVED', reason: '' }
  await mustStaff('POST /first_page/v1/decide_text', decision, decider.token)
  return name
}
