import { z } from 'zod'
import { date, emptyRequest, emptyResponse, id, instant, text, titleCode } from '../common.ts'
import { defineCall } from '../define.ts'
import { legalTextKind, legalTextName } from '../legal-text.ts'
import { certificateNo, idNo, idType, organisationName, personName, phone, signInAccount } from '../person-fields.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { agreementRequiredText, emailRule, type FieldRule, registrationNoRule } from '../rules/person.ts'

/** A digest of 32 lower-case hex characters (docs/rules/accounts.md#passwords). */
export const passwordDigest = z.string('请输入密码').regex(/^[0-9a-f]{32}$/, '密码格式不正确')

/** ALTCHA proof of work: base64 JSON of the solver. */
export const challengeSolution = z.string('安全验证格式不正确').max(4000, '安全验证格式不正确')

export const sessionUser = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  phoneMasked: z.string(),
  titleCode,
  isInitPassword: z.boolean(),
})
const session = z.object({ token: z.string(), user: sessionUser })

export const profile = z.object({
  id,
  name: z.string(),
  nameLocked: z.boolean(),
  idType,
  idNoMasked: z.string(),
  phoneMasked: z.string(),
  certificateNo: z.string(),
  avatarUrl: z.string().nullable(),
  gender: z.enum(['MALE', 'FEMALE']).nullable(),
  birthDate: date.nullable(),
  education: z.string().nullable(),
  school: z.string().nullable(),
  major: z.string().nullable(),
  titleCode,
  employer: z.string().nullable(),
  employerCreditCode: z.string().nullable(),
  registrationNo: z.string().nullable(),
  registrationValidTo: date.nullable(),
  practiceScope: z.string().nullable(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  isInitPassword: z.boolean(),
  createdAt: instant,
  unprintable: z.object({ name: z.string(), employer: z.string() }),
})

const optionalText = (max: number) => text(max).optional()
const emptyOr = (max: number, { pattern, msg, fold }: FieldRule) =>
  text(max)
    .overwrite(fold)
    .refine((value) => value === '' || pattern.test(value), msg)
    .optional()

export const student = {
  login: defineCall({
    method: 'POST',
    path: '/student/v1/login',
    audience: 'public',
    summary: '登录',
    request: z.object({
      account: signInAccount,
      password: passwordDigest,
      challenge: challengeSolution.optional(),
    }),
    response: session,
    refusals: [
      'student.badCredentials',
      'student.merged',
      'student.locked',
      'student.challengeRequired',
      'student.challengeInvalid',
    ],
  }),
  register: defineCall({
    method: 'POST',
    path: '/student/v1/register',
    audience: 'public',
    summary: '注册',
    request: z.object({
      name: personName,
      idType,
      idNo,
      phone,
      password: passwordDigest,
      certificateNo,
      employer: organisationName(100).optional(),
      titleCode: titleCode.optional(),
      agreementVersion: z.string(agreementRequiredText).min(1, agreementRequiredText).max(40, agreementRequiredText),
      /** When this version is missing, no consent to the privacy text is recorded. */
      privacyVersion: z
        .string(agreementRequiredText)
        .min(1, agreementRequiredText)
        .max(40, agreementRequiredText)
        .optional(),
      challenge: challengeSolution.optional(),
    }),
    response: session,
    refusals: [
      'student.phoneTaken',
      'student.idTaken',
      'student.certificateTaken',
      'student.agreementOutdated',
      'student.weakPassword',
      'student.challengeRequired',
      'student.challengeInvalid',
    ],
  }),
  challenge: defineCall({
    method: 'GET',
    path: '/student/v1/challenge',
    audience: 'public',
    summary: '取一道安全验证题（工作量证明）',
    request: emptyRequest,
    response: z.object({ challenge: z.unknown(), expiresAt: instant }),
    refusals: [],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/student/v1/logout',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '退出登录',
    request: emptyRequest,
    response: emptyResponse,
    refusals: [],
  }),
  profile: defineCall({
    method: 'GET',
    path: '/student/v1/profile',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '我的信息',
    request: emptyRequest,
    response: profile,
    refusals: [],
  }),
  modify: defineCall({
    method: 'POST',
    path: '/student/v1/modify',
    audience: 'student',
    agreement: 'needed',
    summary: '修改我的信息',
    request: z.object({
      avatarFileId: id.optional(),
      gender: z.enum(['MALE', 'FEMALE'], '性别不正确').optional(),
      education: optionalText(20),
      school: organisationName(60).optional(),
      major: optionalText(60),
      titleCode: titleCode.optional(),
      employer: organisationName(100).optional(),
      employerCreditCode: text(60).overwrite(foldNumber).max(18, '不能超过 18 个字').optional(),
      registrationNo: emptyOr(30, registrationNoRule),
      registrationValidTo: z.union([date, z.literal('')], '日期格式应为 YYYY-MM-DD').optional(),
      practiceScope: optionalText(40),
      city: optionalText(40),
      address: optionalText(200),
      email: emptyOr(100, emailRule),
      phone: phone.optional(),
      password: passwordDigest.optional(),
    }),
    response: profile,
    refusals: [
      'student.phoneTaken',
      'student.passwordNeeded',
      'student.changesSpent',
      'student.wrongPassword',
      'student.locked',
      'common.notFound',
    ],
  }),
  modifyPassword: defineCall({
    method: 'POST',
    path: '/student/v1/modify_password',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '修改密码；其他登录随之失效',
    request: z.object({ oldPassword: passwordDigest, newPassword: passwordDigest }),
    response: z.object({ isInitPassword: z.boolean() }),
    refusals: ['student.wrongPassword', 'student.samePassword', 'student.weakPassword', 'student.locked'],
  }),
  agreements: defineCall({
    method: 'GET',
    path: '/student/v1/agreements',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人尚未同意的用户协议和隐私政策：须立即同意的、宽限期内的和即将生效的，附全文与修改说明',
    request: emptyRequest,
    response: z.object({
      texts: z.array(
        z.object({
          kind: legalTextKind,
          version: z.string(),
          effectiveFrom: date,
          summary: z.string(),
          paragraphs: z.array(z.string()),
          /**
           * DUE blocks every call until the legal texts are accepted. GRACE ends at `graceUntil`. COMING starts at
           * `effectiveFrom`.
           */
          state: z.enum(['DUE', 'GRACE', 'COMING']),
          graceUntil: date.nullable(),
          acceptedBefore: z.string().nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  acceptAgreements: defineCall({
    method: 'POST',
    path: '/student/v1/accept_agreements',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '同意所列版本（现行的或即将生效的）；已同意的再次提交没有影响',
    labels: { texts: '同意的文本' },
    request: z.object({
      texts: z.array(z.object(legalTextName)).min(1, '请阅读并同意用户协议和隐私政策').max(10, '所列文本过多'),
    }),
    response: z.object({ open: z.boolean() }),
    refusals: ['student.agreementNotOpen'],
  }),
}
