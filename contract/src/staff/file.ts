import { z } from 'zod'
import { id, queryNumber, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { staffPictureUses } from '../rules/picture-uses.ts'

const received = z.object({
  uploadId: id,
  received: z.int(),
  chunkSize: z.int(),
  /** `portal`: pieces go to `chunk`, in their order. `store`: to the address that `sign_part` gives. */
  sendTo: z.enum(['portal', 'store']),
})

export const filmMediaInfo = z.object({
  container: z.string(),
  video: z.string(),
  audio: z.string().nullable(),
  durationSeconds: z.number(),
  /** True when the index of the film file stands before the pictures and sound, so that playback can start at once. */
  fastStart: z.boolean(),
})

export const file = {
  begin: defineCall({
    method: 'POST',
    path: '/file/v1/begin',
    audience: 'staff',
    summary: '开始可续传的上传',
    labels: { name: '文件名', use: '图片用途' },
    request: z.object({
      name: text(200).min(1, '请填写文件名'),
      size: z.int('大小不正确').min(1, '文件是空的'),
      /**
       * LESSON: up to 4 GB. LESSON_CAPTIONS, CAPTIONS: WebVTT or SRT. PICTURE: metadata removed. VIDEO: MP4.
       * ATTACHMENT: PDF, Office, pictures, ZIP. IMPORT: ZIP, Markdown, HTML. QUESTIONS: Excel, CSV, GIFT, Aiken.
       * ROSTER: Excel, CSV. INVOICE: PDF, OFD. MONEY: evidence as PDF, JPG, PNG. FONT: TTF, OTF, TTC, WOFF, WOFF2.
       */
      purpose: z.enum(
        [
          'LESSON',
          'LESSON_CAPTIONS',
          'PICTURE',
          'VIDEO',
          'CAPTIONS',
          'ATTACHMENT',
          'IMPORT',
          'QUESTIONS',
          'ROSTER',
          'INVOICE',
          'MONEY',
          'FONT',
        ],
        '用途不正确',
      ),
      /** The use of a PICTURE decides its required size and ratio; a QR code must be readable. */
      use: z.enum(staffPictureUses, '图片用途不正确').optional(),
      /** The sender can compute the hash of a piece and send it to the store. */
      hashesParts: z.boolean('分段方式不正确').optional(),
    }),
    response: received,
    refusals: ['file.tooLarge'],
  }),
  chunk: defineCall({
    method: 'POST',
    path: '/file/v1/chunk',
    audience: 'staff',
    summary: '上传一段（multipart：uploadId、offset、file）；同一段重复上传没有影响',
    body: 'multipart',
    request: z.object({
      uploadId: id,
      offset: queryNumber(z.int('位置不正确').min(0, '位置不正确')),
    }),
    response: received,
    refusals: ['file.noSuchUpload', 'file.badOffset', 'file.missing'],
  }),
  signPart: defineCall({
    method: 'POST',
    path: '/file/v1/sign_part',
    audience: 'staff',
    summary: '取得把一段直接上传到文件存储的签名，15 分钟内有效，只能上传这一段',
    request: z.object({
      uploadId: id,
      offset: z.int('位置不正确').min(0, '位置不正确'),
      /** SHA-256 of the piece; the store refuses another. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/, '校验值不正确'),
    }),
    response: z.object({
      url: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    refusals: ['file.noSuchUpload', 'file.badOffset'],
  }),
  uploadState: defineCall({
    method: 'GET',
    path: '/file/v1/upload_state',
    audience: 'staff',
    summary: '断线后从哪里继续',
    request: z.object({ uploadId: id }),
    response: received,
    refusals: ['file.noSuchUpload'],
  }),
  finish: defineCall({
    method: 'POST',
    path: '/file/v1/finish',
    audience: 'staff',
    summary: '上传完成：按内容检查、处理、入库',
    request: z.object({ uploadId: id }),
    response: z.object({
      id,
      url: z.string(),
      name: z.string(),
      size: z.int(),
      mime: z.string(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      media: filmMediaInfo.nullable(),
      /** Text of the QR code on the picture. */
      qrText: z.string().nullable(),
    }),
    refusals: [
      'file.noSuchUpload',
      'file.incomplete',
      'file.wrongType',
      'file.badPicture',
      'file.unfitPicture',
      'file.badFilm',
      'file.badCaptions',
      'file.badSheet',
      'file.unreadable',
    ],
  }),
}
