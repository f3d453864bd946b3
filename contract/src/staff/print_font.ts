import { z } from 'zod'
import { emptyRequest, id, instant, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'

const letter = {
  letter: z.string(),
  codePoint: z.string(),
}

/** SVG path of a character with upward y, in units of 1000 per em. */
const drawing = z.object({ ...letter, advance: z.int(), outline: z.string() })

const undrawn = z.object({
  ...letter,
  /**
   * ABSENT: not in the font. EMPTY: no outline. PLACEHOLDER: sign for missing characters. BROKEN: cannot be rendered.
   */
  problem: z.enum(['ABSENT', 'EMPTY', 'PLACEHOLDER', 'BROKEN']),
})

const font = z.object({
  id,
  name: z.string(),
  fileName: z.string(),
  glyphs: z.int(),
  more: z.int(),
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
    request: emptyRequest,
    response: z.object({
      list: z.array(
        z.object({
          ...letter,
          people: z.int(),
          waiting: z.int(),
          unprintable: z.int(),
          since: instant.nullable(),
          isComing: z.boolean(),
        }),
      ),
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
    request: emptyRequest,
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
    request: z.object({ id, fileId: id, note }),
    response: font,
    refusals: ['print_font.noFile', 'print_font.unusable', 'print_font.nothingNew', 'print_font.keyUsed'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/print_font/v1/remove',
    audience: 'staff',
    permission: 'proof.font',
    summary: '停用一个字体：不再画新的字，没有证明用到的字随之取消；证明用到的字保留',
    request: z.object({ id, reason }),
    response: font,
    refusals: ['print_font.notFound', 'print_font.removed'],
  }),
}
