import { z } from 'zod'
import { ledgerEntry, proofFields } from '../client/certification_grant.ts'
import { id, instant, pageQuery, pageShape, queryYear, reason } from '../common.ts'
import { defineCall } from '../define.ts'
import { certificateNo, organisationName, personKeyword } from '../person-fields.ts'
import { searchLimits } from '../rules/search-limits.ts'

const state = z.enum(['ISSUED', 'REVOKED'], '状态不正确')

const head = z.object({
  id,
  number: z.string(),
  year: z.int(),
  trial: z.boolean(),
  studentId: id,
  name: z.string(),
  idNoMasked: z.string(),
  certificateNo: z.string(),
  employer: z.string(),
  state,
  issuedAt: instant,
})

const proof = proofFields.extend({
  id,
  studentId: id,
  name: z.string(),
  code: z.string(),
  keyId: z.string(),
  signature: z.enum(['VALID', 'INVALID']),
  state,
  /** True when staff revoked the proof, so that new hours alone do not issue another proof. */
  held: z.boolean(),
  /** Only the newest proof of a year can be issued again. */
  newest: z.boolean(),
  issuedAt: instant,
  verifyUrl: z.string(),
  pdfUrl: z.string(),
  unprintable: z.string(),
  history: z.array(
    z.object({
      id,
      number: z.string(),
      issuedAt: instant,
      revokedAt: instant.nullable(),
      revokeReason: z.string().nullable(),
      /** Name of the staff member; null when a reversal of hours revoked the proof. */
      revokedBy: z.string().nullable(),
      replacedBy: z.string().nullable(),
    }),
  ),
})

const decision = z.object({ id, reason })

const printing = z.object({
  id,
  state: z.enum(['WORKING', 'DONE', 'FAILED']),
  done: z.int(),
  total: z.int(),
  missing: z.array(z.string()),
  /** Certificate numbers that proofs leave out because a font lacks a character. */
  unprintable: z.array(z.string()),
  createdAt: instant,
  url: z.string().nullable(),
})

const ledger = z.object({ entries: z.array(ledgerEntry) })

export const certification_grant = {
  list: defineCall({
    method: 'POST',
    path: '/certification_grant/v1/list',
    audience: 'staff',
    permission: 'proof.read',
    summary: '查找学时证明：证明编号、核验编号、姓名或资格证书编号，年度，状态',
    request: z.object({
      keyword: personKeyword(searchLimits.proofs).optional(),
      year: queryYear.optional(),
      state: state.optional(),
      ...pageQuery,
    }),
    response: pageShape(head),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/info',
    audience: 'staff',
    permission: 'proof.read',
    summary: '一份学时证明：签发时的全部内容，和该学员该年度历次签发、撤销',
    request: z.object({ id }),
    response: proof,
    refusals: ['grant.notFound'],
  }),
  revoke: defineCall({
    method: 'POST',
    path: '/certification_grant/v1/revoke',
    audience: 'staff',
    permission: 'proof.decide',
    summary: '撤销一份证明；学时不变，该年度不再自动签发，直到工作人员重新签发',
    request: decision,
    response: proof,
    refusals: ['grant.notFound', 'grant.revoked'],
  }),
  reissue: defineCall({
    method: 'POST',
    path: '/certification_grant/v1/reissue',
    audience: 'staff',
    permission: 'proof.decide',
    summary: '更正之后重新签发：撤销原来的，按现在的资料和学时签发新编号；答新的一份',
    request: decision,
    response: proof,
    refusals: ['grant.notFound', 'grant.replaced', 'grant.notComplete', 'grant.cannotPrint'],
  }),
  ledger: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/ledger',
    audience: 'staff',
    permission: 'student.read',
    summary: '一名学员的学时台账，逐笔，含已冲销的',
    labels: { studentId: '学员编号' },
    request: z.object({ studentId: id }),
    response: ledger,
    refusals: ['student_desk.notFound'],
  }),
  reverseRecord: defineCall({
    method: 'POST',
    path: '/certification_grant/v1/reverse_record',
    audience: 'staff',
    permission: 'student.import',
    summary: '冲销录错的一笔公需学时；据此签发的证明随即撤销，同一凭证可以重新录入',
    labels: { studentId: '学员编号', seq: '序号' },
    request: z.object({ studentId: id, seq: z.int().min(1).max(1_000_000), reason }),
    response: ledger,
    refusals: ['student_desk.notFound', 'grant.noSuchRecord'],
  }),
  print: defineCall({
    method: 'POST',
    path: '/certification_grant/v1/print',
    audience: 'staff',
    permission: 'proof.print',
    summary: '批量打印有效证明：按年度、姓名或编号、单位，或给出资格证书编号；在后台合成一个 PDF，写入操作日志',
    labels: { numbers: '资格证书编号' },
    request: z
      .object({
        id,
        year: queryYear.optional(),
        keyword: personKeyword(searchLimits.proofs).optional(),
        employer: organisationName(100).optional(),
        numbers: z.array(certificateNo).max(500, '一次最多 500 个编号').optional(),
        reason,
      })
      .refine(({ year, keyword, employer, numbers }) => year || keyword || employer || numbers?.length, {
        path: ['year'],
        message: '请至少给出一个条件',
      }),
    response: printing,
    refusals: ['grant.nothingToPrint', 'grant.tooManyToPrint', 'grant.tooManyPrints', 'grant.printKeyUsed'],
  }),
  printState: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/print_state',
    audience: 'staff',
    permission: 'proof.print',
    summary: '自己提交的一批打印进行到哪里；完成后给出下载地址，一天内有效',
    request: z.object({ id }),
    response: printing,
    refusals: ['grant.noSuchPrint'],
  }),
  regulatorExport: defineCall({
    method: 'POST',
    path: '/certification_grant/v1/regulator_export',
    audience: 'staff',
    permission: 'proof.export',
    summary: '向主管部门导出一个年度的学时（含完整证件号）；给出文件名与 Base64 内容，写入操作日志',
    request: z.object({
      year: z.int('年度应为四位数字').min(2000, '年度应为四位数字').max(9999, '年度应为四位数字'),
      reason,
    }),
    response: z.object({
      name: z.string(),
      mime: z.string(),
      content: z.base64(),
      people: z.int(),
    }),
    refusals: ['grant.trialYear'],
  }),
}
