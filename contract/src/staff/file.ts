import { z } from 'zod'
import { id, queryNumber, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { staffPictureUses } from '../rules/picture-uses.ts'

const received = z.object({
  uploadId: id,
  /** bytes that lie safely on the server: go on from here */
  received: z.int(),
  chunkSize: z.int(),
})

/** What a film was found to be, in people's words, and how long it lasts. */
export const media = z.object({
  container: z.string(),
  /** H.264 … */
  video: z.string(),
  /** AAC …; null: silent */
  audio: z.string().nullable(),
  durationSeconds: z.number(),
  /** its index lies before the film: it starts without reading to the end */
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
      /** LESSON: a course's video, up to 4 GB · LESSON_CAPTIONS: WebVTT or SRT of one · PICTURE: resized and stripped · VIDEO: MP4 · CAPTIONS: WebVTT or SRT · ATTACHMENT: PDF, Office, pictures, ZIP · IMPORT: ZIP, Markdown, HTML ·
       * QUESTIONS: Excel, CSV, GIFT, Aiken · ROSTER: Excel, CSV · INVOICE: PDF, OFD · MONEY: PDF, JPG or PNG that proves what became of money · FONT: TTF, OTF, TTC, WOFF, WOFF2 */
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
      /** of a PICTURE: what it is to be shown as; its size and sides are judged by it, and a code must be readable */
      use: z.enum(staffPictureUses, '图片用途不正确').optional(),
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
      /** of a lesson's video */
      media: media.nullable(),
      /** what the code says, of a picture for use QR */
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
