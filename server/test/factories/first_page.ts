import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { toBuffer } from 'qrcode'
import sharp from 'sharp'
import { deps, mustStaff } from '../world.ts'
import { staffFile } from './file.ts'
import { makeStaff } from './staff.ts'

/** An uploaded picture unlike any other. */
export async function staffPicture(token: string) {
  const [width, height, channels] = [60, 24, 3] as const
  const dots = randomBytes(width * height * channels)
  // as large as a swiper must be
  const content = await sharp(dots, { raw: { width, height, channels } })
    .resize(1200, 480, { kernel: 'nearest' })
    .png()
    .toBuffer()
  return staffFile(token, { purpose: 'PICTURE', name: 'a.png', content })
}

/** A picture of a QR that says so, uploaded as one. */
export async function staffCode(token: string, text = 'https://portal.example/') {
  const content = await toBuffer(text, { width: 300 })
  return staffFile(token, { purpose: 'PICTURE', use: 'QR', name: 'qr.png', content })
}

/** What site_info is set to. */
export const constants = (change: object = {}) => ({
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

/** A swiper to be made; it needs `fileId`. */
export const swiperWith = (fileId: string, change: object = {}) => ({
  id: null,
  key: crypto.randomUUID(),
  title: '轮播',
  fileId,
  redirectUrl: '/guide',
  visible: true,
  ...change,
})

/** A friend link to be made. */
export const link = (change: object = {}) => ({
  id: null,
  key: crypto.randomUUID(),
  title: '链接',
  redirectUrl: 'https://example.com/',
  visible: true,
  ...change,
})

/** A version of the agreement to be proposed, for today unless it says another day. */
export async function text(change: object = {}) {
  return {
    kind: 'AGREEMENT',
    version: crypto.randomUUID().slice(0, 20),
    follows: null,
    effectiveFrom: await shanghaiDate(0),
    summary: '修改了退费的说明',
    graceDays: 0,
    paragraphs: ['第一条', '第二条'],
    ...change,
  }
}

/** The date in Shanghai so many days from today, by the rules' clock. */
export async function shanghaiDate(days: number): Promise<string> {
  const { db } = await deps()
  const { rows } = await sql<{ day: string }>`
    select (shanghai_date(app_now()) + ${days}::int)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

export type TextKind = 'AGREEMENT' | 'PRIVACY'

/** What a draft is begun from: the newest version that waits or was approved. */
export async function newestText(kind: TextKind, token: string): Promise<string | null> {
  const texts = await mustStaff('GET /first_page/v1/texts', { kind }, token)
  const found = texts.find(({ state }) => state === 'PROPOSED' || state === 'APPROVED')
  return found?.version ?? null
}

/** A new version that one editor proposes and another approves; its name. */
export async function publishText(change: { kind?: TextKind; [field: string]: unknown } = {}) {
  const kind = change.kind ?? 'AGREEMENT'
  const [author, decider] = [
    await makeStaff({ permissions: ['site.edit'] }),
    await makeStaff({ permissions: ['site.edit'] }),
  ]
  const follows = await newestText(kind, author.token)
  const proposal = await text({ ...change, kind, follows })
  await mustStaff('POST /first_page/v1/propose_text', proposal, author.token)
  const name = { kind, version: proposal.version }
  const decision = { ...name, decision: 'APPROVED', reason: '' }
  await mustStaff('POST /first_page/v1/decide_text', decision, decider.token)
  return name
}
