import { z } from 'zod'
import {
  date,
  hours,
  id,
  instant,
  nothing,
  pageOf,
  pageQuery,
  perSubject,
  proofState,
  queryYear,
  subject,
  year,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { comparedName } from '../person-fields.ts'
import { registeredVerdicts, signedFields } from '../rules/signed-proof.ts'

const ledgerSource = z.enum(['COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL'])

/** Every printed field, as it stood when the proof was issued. */
export const proofFields = z.object({
  number: z.string(),
  year: z.int(),
  /** of a trial plan: it counts for no registration */
  trial: z.boolean(),
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

/** What a proof waits for: letters that no print font has, and what they stand in. */
export const waitingProof = z.object({
  since: instant,
  missing: z.array(
    z.object({ field: z.enum(['NAME', 'EMPLOYER', 'TITLE', 'ISSUER']), letters: z.string() }),
  ),
})

/** One entry of a student's 学时台账, with the ways to what is behind it. */
export const ledgerEntry = z.object({
  seq: z.int(),
  year: z.int(),
  subject,
  source: ledgerSource,
  /** below 0: of a reversal */
  hours,
  title: z.string(),
  /** of a record: its certificate's number, or without one who issued it and for which course */
  reference: z.string().nullable(),
  at: instant,
  /** of one that a merge of accounts has brought, or that came late: when its hours were credited at first, or should have been; the proof prints that day */
  firstAt: instant.nullable(),
  /** taken back by a later entry */
  reversed: z.boolean(),
  /** of a reversal: the number of what it takes back, whose ways it has */
  reverses: z.int().nullable(),
  /** of a course: the exam that was passed, and the lessons whose intervals opened it – none once it is studied anew, whose records they would show */
  sitting: z
    .object({
      attemptId: id,
      signId: id,
      signCourseId: id,
      lessons: z.array(z.object({ id, title: z.string() })),
    })
    .nullable(),
  reductionId: id.nullable(),
})

/** SHA-256 */
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** A day of the public ledger: the root over all chains (docs/ledger.md). */
const seal = z.object({ day: date, heads: z.int(), entries: z.int(), root: digest, at: instant })

const code = z.string('请输入核验编号').trim().min(8, '核验编号不正确').max(40, '核验编号不正确')

export const certification_grant = {
  query: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/query',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '历年学时与证明',
    request: z.object({ year: queryYear.optional() }),
    response: z.object({
      list: z.array(
        z.object({
          year: z.int(),
          title: z.string(),
          trial: z.boolean(),
          state: proofState,
          required: perSubject(hours),
          earned: perSubject(hours),
          missing: perSubject(hours),
          proofId: id.nullable(),
          number: z.string().nullable(),
          issuedAt: instant.nullable(),
          revokeReason: z.string().nullable(),
          /** its hours are complete, and the proof is issued by itself once staff have added a font for these letters */
          waiting: waitingProof.nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/info',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '一份学时证明的全部内容',
    request: z.object({ id }),
    response: proofFields.extend({
      id,
      name: z.string(),
      state: proofState,
      code: z.string(),
      /** the address and the code alone: what the large QR holds, and what is handed on */
      verifyUrl: z.string(),
      /** the same with the signed text behind `#`: what the 离线核验码 holds */
      offlineUrl: z.string(),
      pdfUrl: z.string(),
      issuedAt: instant,
      revokedAt: instant.nullable(),
      revokeReason: z.string().nullable(),
      /** the proof that took its place */
      replacedBy: z.object({ id, number: z.string() }).nullable(),
      /** the number of the one whose place it took */
      replaces: z.string().nullable(),
      /** of a proof of before: its letters that no print font has yet, for want of which there is no PDF */
      unprintable: z.string(),
    }),
    refusals: ['grant.notFound'],
  }),
  print_years: defineCall({
    method: 'POST',
    path: '/certification_grant/v1/print_years',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '把几个年度的有效证明合成一个 PDF，给出十分钟有效的地址',
    labels: { years: '年度' },
    request: z.object({
      years: z.array(year, '请选择年度').min(1, '请选择年度').max(20, '一次最多 20 个年度'),
    }),
    response: z.object({ url: z.string() }),
    refusals: ['grant.notFound'],
  }),
  verify: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/verify',
    audience: 'public',
    summary:
      '公开核验证明，先答结论：有效、已撤销、已换发、内容有改动、没有登记；填写姓名时只答是否一致',
    labels: { code: '核验编号' },
    request: z.object({ code, name: comparedName.optional() }),
    response: z.object({
      /**
       * ALTERED stands before REVOKED and REPLACED: what is registered is not what was signed. REPLACED: revoked, and a valid proof has taken its
       * place. The text of the QR never comes here: a browser checks it by itself and holds it against `proof`.
       */
      verdict: z.enum(registeredVerdicts),
      /** all that is printed but the full name; null: NOT_FOUND */
      proof: proofFields
        .extend({
          code: z.string(),
          nameMasked: z.string(),
          /** the key that signed it */
          keyId: z.string(),
          /** the number of the one whose place it took */
          replaces: z.string().nullable(),
        })
        .nullable(),
      /** null: no name was asked, or there is no proof */
      nameMatches: z.boolean().nullable(),
      /** of what was signed: by a key of ours, by one that never was ours, or not at all; null: NOT_FOUND */
      signature: z.enum(['VALID', 'INVALID', 'UNKNOWN_KEY']).nullable(),
      /** the fields in which what is registered differs from what was signed */
      changed: z.array(z.enum(signedFields)),
      revoked: z
        .object({
          at: instant,
          /** in words that are fit for the public */
          reason: z.string(),
          /** the number of the valid proof that took its place */
          replacedBy: z.string().nullable(),
        })
        .nullable(),
    }),
    refusals: ['grant.numberGiven'],
  }),
  keys: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/keys',
    audience: 'public',
    summary: '核验证明签名的公钥，正在使用的在前',
    request: nothing,
    response: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          use: z.literal('sig'),
          alg: z.literal('EdDSA'),
          kid: z.string(),
          x: z.string(),
          /** new proofs are signed with it */
          signing: z.boolean(),
        }),
      ),
    }),
    refusals: [],
  }),
  ledger: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/ledger',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人一个年度的学时台账，逐笔，含已冲销的，最近的在前',
    labels: { year: '年度' },
    request: z.object({ year: queryYear }),
    response: z.object({ entries: z.array(ledgerEntry) }),
    refusals: [],
  }),
  ledger_roots: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/ledger_roots',
    audience: 'public',
    summary: '学时台账每日公示的根',
    request: z.object(pageQuery),
    response: pageOf(seal),
    refusals: [],
  }),
  ledger_path: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/ledger_path',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人学时在最近公示的根中的位置和路径',
    request: nothing,
    response: z.object({
      seal,
      leaf: z.object({ studentId: id, seq: z.int(), head: digest }),
      /** the neighbours on the way from the leaf to the root */
      path: z.array(z.object({ side: z.enum(['LEFT', 'RIGHT']), hash: digest })),
      /** every entry up to the head, as the text that was hashed */
      entries: z.array(z.object({ seq: z.int(), text: z.string() })),
    }),
    refusals: ['grant.notSealed'],
  }),
}
