import { z } from 'zod'
import { id, instant, nothing, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'

const letter = {
  letter: z.string(),
  /** U+31365 */
  codePoint: z.string(),
}

/** How a font draws a letter: a path of SVG with y upwards, in units of an em of 1000. */
const drawing = z.object({ ...letter, advance: z.int(), outline: z.string() })

const undrawn = z.object({
  ...letter,
  /** ABSENT: the font has no such letter · EMPTY: without an outline · PLACEHOLDER: a sign for missing letters · BROKEN: it cannot be drawn */
  problem: z.enum(['ABSENT', 'EMPTY', 'PLACEHOLDER', 'BROKEN']),
})

const font = z.object({
  id,
  /** as the font calls itself */
  name: z.string(),
  fileName: z.string(),
  glyphs: z.int(),
  /** it has so many letters that the portal's own fonts lack */
  more: z.int(),
  /** letters it has drawn, and how many of them proofs print: those stay */
  drawn: z.int(),
  used: z.int(),
  note: z.string(),
  addedBy: z.string(),
  addedAt: instant,
  removedBy: z.string().nullable(),
  removedAt: instant.nullable(),
  removeReason: z.string().nullable(),
})

const note = text(200).min(2, '请写明字体的来源和使用许可')

export const print_font = {
  letters: defineCall({
    method: 'GET',
    path: '/print_font/v1/letters',
    audience: 'staff',
    permission: 'proof.font',
    summary: '打印字体里没有的字：多少学员的姓名用到，多少份证明在等，从何时起',
    request: nothing,
    response: z.object({
      list: z.array(
        z.object({
          ...letter,
          /** whose names have it */
          people: z.int(),
          /** proofs that wait for it, and proofs of before that cannot be printed for want of it */
          waiting: z.int(),
          unprintable: z.int(),
          /** since when a proof waits for it */
          since: instant.nullable(),
          /** a font that was added says it has it: it is being drawn */
          isComing: z.boolean(),
        }),
      ),
      /** proofs that wait, and proofs of before that cannot be printed */
      proofs: z.int(),
    }),
    refusals: [],
  }),
  fonts: defineCall({
    method: 'GET',
    path: '/print_font/v1/fonts',
    audience: 'staff',
    permission: 'proof.font',
    summary: '添加过的打印字体，新的在前',
    request: nothing,
    response: z.object({ list: z.array(font) }),
    refusals: [],
  }),
  font: defineCall({
    method: 'GET',
    path: '/print_font/v1/font',
    audience: 'staff',
    permission: 'proof.font',
    summary: '一个打印字体，和它画出的每个字',
    request: z.object({ id }),
    response: font.extend({
      letters: z.array(drawing.extend({ drawnAt: instant, usedAt: instant.nullable() })),
    }),
    refusals: ['print_font.notFound'],
  }),
  check: defineCall({
    method: 'POST',
    path: '/print_font/v1/check',
    audience: 'staff',
    permission: 'proof.font',
    summary: '检查上传的字体：能否嵌入，缺的字里它能画出哪些、是什么样子；不写入',
    request: z.object({
      /** a finished upload of purpose FONT */
      fileId: id,
    }),
    response: z.object({
      name: z.string(),
      glyphs: z.int(),
      more: z.int(),
      drawn: z.array(drawing),
      undrawn: z.array(undrawn),
    }),
    refusals: ['print_font.noFile', 'print_font.unusable', 'print_font.nothingNew'],
  }),
  add: defineCall({
    method: 'POST',
    path: '/print_font/v1/add',
    audience: 'staff',
    permission: 'proof.font',
    summary: '使用这个字体：画出缺的字，等待的证明随后自动签发',
    labels: { note: '来源和许可' },
    /** id is made by the client: a repeat finds the same */
    request: z.object({ id, fileId: id, note }),
    response: font,
    refusals: [
      'print_font.noFile',
      'print_font.unusable',
      'print_font.nothingNew',
      'print_font.keyUsed',
    ],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/print_font/v1/remove',
    audience: 'staff',
    permission: 'proof.font',
    summary: '停用一个字体：不再画新的字，没有证明用到的字随之取消；证明用到的字保留',
    /** a repeat by the same person for the same reason answers as the first time */
    request: z.object({ id, reason }),
    response: font,
    refusals: ['print_font.notFound', 'print_font.removed'],
  }),
}
