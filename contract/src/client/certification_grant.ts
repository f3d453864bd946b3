import { z } from 'zod'
import {
  date,
  emptyRequest,
  hours,
  id,
  instant,
  pageQuery,
  pageShape,
  perSubject,
  proofState,
  queryYear,
  subject,
  year,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { nameToCompare } from '../person-fields.ts'
import { registeredVerdicts, signedFields } from '../rules/signed-proof.ts'

const ledgerSource = z.enum(['COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL'])

export const proofFields = z.object({
  number: z.string(),
  year: z.int(),
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

export const proofWaitingForFont = z.object({
  since: instant,
  missing: z.array(z.object({ field: z.enum(['NAME', 'EMPLOYER', 'TITLE', 'ISSUER']), letters: z.string() })),
})

export const ledgerEntry = z.object({
  seq: z.int(),
  year: z.int(),
  subject,
  source: ledgerSource,
  hours,
  title: z.string(),
  reference: z.string().nullable(),
  at: instant,
  /** For hours merged or credited late: the day of their first credit, which the proof prints. */
  firstAt: instant.nullable(),
  reversed: z.boolean(),
  reverses: z.int().nullable(),
  /**
   * The attempt that earned the hours, and the course's lessons. The lessons are left out after a re-study, because the
   * study records would differ from the list.
   */
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

/** A SHA-256 hash in hex. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The root hash over all ledger chains on one day (docs/ledger.md). */
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
          /** Set while a proof cannot be printed: it is issued after staff have added a font with these characters. */
          waiting: proofWaitingForFont.nullable(),
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
      /** This address contains only the code; the large QR code and shared links use it. */
      verifyUrl: z.string(),
      /** This address contains the signed text behind `#`; the offline QR code uses it. */
      offlineUrl: z.string(),
      pdfUrl: z.string(),
      issuedAt: instant,
      revokedAt: instant.nullable(),
      revokeReason: z.string().nullable(),
      replacedBy: z.object({ id, number: z.string() }).nullable(),
      replaces: z.string().nullable(),
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
    summary: '公开核验证明，先答结论：有效、已撤销、已换发、内容有改动、没有登记；填写姓名时只答是否一致',
    labels: { code: '核验编号' },
    request: z.object({ code, name: nameToCompare.optional() }),
    response: z.object({
      /**
       * ALTERED means that the stored proof differs from the signed text, and has priority over REVOKED and REPLACED.
       * The browser compares the signed text with `proof`.
       */
      verdict: z.enum(registeredVerdicts),
      /** Printed fields without the full name; it is null for NOT_FOUND. */
      proof: proofFields
        .extend({
          code: z.string(),
          nameMasked: z.string(),
          keyId: z.string(),
          replaces: z.string().nullable(),
        })
        .nullable(),
      /** The value is null when no name was given or no proof was found. */
      nameMatches: z.boolean().nullable(),
      signature: z.enum(['VALID', 'INVALID', 'UNKNOWN_KEY']).nullable(),
      changed: z.array(z.enum(signedFields)),
      revoked: z
        .object({
          at: instant,
          reason: z.string(),
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
    request: emptyRequest,
    response: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          use: z.literal('sig'),
          alg: z.literal('EdDSA'),
          kid: z.string(),
          x: z.string(),
          /** The value is true for the key that signs new proofs now. */
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
    response: pageShape(seal),
    refusals: [],
  }),
  ledger_path: defineCall({
    method: 'GET',
    path: '/certification_grant/v1/ledger_path',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人学时在最近公示的根中的位置和路径',
    request: emptyRequest,
    response: z.object({
      seal,
      leaf: z.object({ studentId: id, seq: z.int(), head: digest }),
      /** Sibling hashes from the leaf to the root. */
      path: z.array(z.object({ side: z.enum(['LEFT', 'RIGHT']), hash: digest })),
      /** Each ledger entry up to the leaf's head, with the text that its hash is made from. */
      entries: z.array(z.object({ seq: z.int(), text: z.string() })),
    }),
    refusals: ['grant.notSealed'],
  }),
}
