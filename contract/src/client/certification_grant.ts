import { z } from 'zod'
import { date, hours, id, instant, perSubject, proofState, queryYear, subject } from '../common.ts'
import { defineCall } from '../define.ts'

const ledgerSource = z.enum(['COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL'])

/** Every printed field, as it stood when the proof was issued. */
export const proofFields = z.object({
  number: z.string(),
  year: z.int(),
  idTypeLabel: z.string(),
  idNoMasked: z.string(),
  certificateNo: z.string(),
  employer: z.string(),
  required: perSubject(hours),
  earned: perSubject(hours),
  entries: z.array(z.object({ subject, source: ledgerSource, title: z.string(), hours, date })),
  issuer: z.string(),
  issuedOn: date,
})

const code = z.string('请输入证明编号').trim().min(8, '证明编号不正确').max(40, '证明编号不正确')

export const certification_grant = {
  query: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/query',
    audience: 'student',
    summary: '历年学时与证明',
    request: z.object({ year: queryYear.optional() }),
    response: z.object({
      list: z.array(
        z.object({
          year: z.int(),
          title: z.string(),
          state: proofState,
          required: perSubject(hours),
          earned: perSubject(hours),
          missing: perSubject(hours),
          proofId: id.nullable(),
          number: z.string().nullable(),
          issuedAt: instant.nullable(),
          revokeReason: z.string().nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/info',
    audience: 'student',
    summary: '一份学时证明的全部内容',
    request: z.object({ id }),
    response: proofFields.extend({
      id,
      name: z.string(),
      state: proofState,
      code: z.string(),
      verifyUrl: z.string(),
      pdfUrl: z.string(),
      issuedAt: instant,
      revokedAt: instant.nullable(),
      revokeReason: z.string().nullable(),
    }),
    refusals: ['grant.notFound'],
  }),
  verify: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/verify',
    audience: 'public',
    summary: '公开核验证明；填写姓名时只答是否一致',
    request: z.object({ code, name: z.string().trim().max(60).optional() }),
    response: proofFields.extend({
      code: z.string(),
      nameMasked: z.string(),
      nameMatches: z.boolean().nullable(),
      state: proofState,
      signature: z.enum(['VALID', 'INVALID']),
      keyId: z.string(),
      revokedAt: instant.nullable(),
      revokeReason: z.string().nullable(),
    }),
    refusals: ['grant.noSuchCode'],
  }),
}
