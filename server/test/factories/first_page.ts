import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { staffFile } from './file.ts'

/** An uploaded picture unlike any other. */
export async function staffPicture(token: string) {
  const [width, height, channels] = [60, 24, 3] as const
  const dots = randomBytes(width * height * channels)
  const content = await sharp(dots, { raw: { width, height, channels } }).png().toBuffer()
  return staffFile(token, { purpose: 'PICTURE', name: 'a.png', content })
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

/** A version of the agreement to be published. */
export const text = (change: object = {}) => ({
  kind: 'AGREEMENT',
  version: crypto.randomUUID().slice(0, 20),
  follows: null,
  paragraphs: ['第一条', '第二条'],
  ...change,
})
