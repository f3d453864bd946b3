import { z } from 'zod'
import { id } from '../common.ts'
import { defineCall } from '../define.ts'

export const file = {
  upload: defineCall({
    method: 'POST',
    path: '/file/v1/upload',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '上传文件（multipart：file、purpose）',
    body: 'multipart',
    request: z.object({
      purpose: z.enum(['AVATAR', 'EVIDENCE', 'CAPTURE', 'REHEARSAL'], '用途不正确'),
    }),
    response: z.object({ id, url: z.string(), name: z.string(), size: z.int(), mime: z.string() }),
    refusals: [
      'file.missing',
      'file.tooLarge',
      'file.wrongType',
      'file.badPicture',
      'file.unfitPicture',
      'file.unreadable',
      'file.tooMany',
    ],
  }),
}
