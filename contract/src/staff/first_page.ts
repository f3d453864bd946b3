import { z } from 'zod'
import { date, emptyRequest, emptyResponse, id, instant, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { legalTextKind, legalTextName, legalTextVersion } from '../legal-text.ts'
import { linkAddressRule } from '../rules/desk-rules.ts'
import { legalTextLimits } from '../rules/legal-text.ts'
import { emailRule } from '../rules/person.ts'
import { toAsciiAddress } from '../rules/web-address.ts'

/** Accepts http(s) with an ASCII host, or a path on the portal itself. */
const address = z
  .string('请填写链接')
  .trim()
  .overwrite(toAsciiAddress)
  .max(500, { error: '链接过长', abort: true })
  .regex(linkAddressRule.pattern, linkAddressRule.msg)
  .refine(leadsWhereItSays, '链接不正确')

/** Blocks user names (`https://bank@elsewhere`) and paths that become another host (`/..//elsewhere`). */
function leadsWhereItSays(address: string): boolean {
  const url = URL.parse(address, 'https://portal.invalid')
  if (!url || url.username || url.password) return false
  return !address.startsWith('/') || !url.pathname.startsWith('//')
}

const constants = z.object({
  title: text(40).min(1, '请填写站名'),
  /** This name is also the issuer in signed proofs. */
  organizer: text(60).min(1, '请填写主办单位'),
  address: text(120),
  email: text(80).refine((email) => email === '' || emailRule.pattern.test(email), emailRule.msg),
  phone: text(40),
  recordNumber: text(60),
  policeRecordNumber: text(60),
  wechatNumber: text(40),
  techSupport: text(60),
  qrImages: z.array(z.object({ title: text(30), fileId: id })).max(4, '最多 4 个二维码'),
})

/** Version that the editor read; sending it back prevents lost updates. */
const version = z.string('版本不正确').max(40, '版本不正确')

/** The target of this row is not published, so visitors do not see the row. */
const targetHidden = z.boolean()

const swiper = z.object({
  id,
  version,
  title: z.string(),
  fileId: id,
  imageUrl: z.string(),
  redirectUrl: z.string().nullable(),
  visible: z.boolean(),
  targetHidden,
})
const friendlink = z.object({
  id,
  version,
  title: z.string(),
  redirectUrl: z.string(),
  visible: z.boolean(),
  targetHidden,
})
/** Maximum number of swipers, and of friend links; the home page shows only some of them. */
export const maxSiteListLength = 200
const order = z.object({ ids: z.array(id).max(maxSiteListLength, `最多 ${maxSiteListLength} 条`) })

/** A new row (id null) needs a key from the client, so that sending the call again returns the same row. */
const which = { id: id.nullable(), key: id.optional(), version: version.optional() }
interface Which {
  id: string | null
  key?: string | undefined
  version?: string | undefined
}
const keyed = ({ id, key }: Which) => id !== null || key !== undefined
const needsKey = { path: ['key'], error: '新建时须有标识' }
const versioned = ({ id, version }: Which) => id === null || version !== undefined
const needsVersion = { path: ['version'], error: '修改时须有版本' }

export const first_page = {
  siteInfo: defineCall({
    method: 'GET',
    path: '/first_page/v1/site_info',
    audience: 'staff',
    permission: 'site.edit',
    summary: '站点信息，编辑用',
    request: emptyRequest,
    response: constants.extend({
      version,
      qrImages: z.array(
        z.object({
          title: z.string(),
          fileId: id,
          url: z.string(),
          /** Text of the QR code, or null for old uploads. */
          qrText: z.string().nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  saveSiteInfo: defineCall({
    method: 'POST',
    path: '/first_page/v1/save_site_info',
    audience: 'staff',
    permission: 'site.edit',
    summary: '保存站点信息',
    labels: { title: '站名', phone: '服务热线', email: '联系邮箱' },
    request: constants.extend({ version }),
    response: z.object({ version }),
    refusals: ['first_page.badFile', 'first_page.unfitPicture', 'first_page.stale'],
  }),
  swipers: defineCall({
    method: 'GET',
    path: '/first_page/v1/swipers',
    audience: 'staff',
    permission: 'site.edit',
    summary: '全部轮播',
    request: emptyRequest,
    response: z.array(swiper),
    refusals: [],
  }),
  saveSwiper: defineCall({
    method: 'POST',
    path: '/first_page/v1/save_swiper',
    audience: 'staff',
    permission: 'site.edit',
    summary: '新建（id 为 null）或修改轮播',
    request: z
      .object({
        ...which,
        title: text(60).min(1, '请填写标题'),
        fileId: id,
        redirectUrl: address.nullable(),
        visible: z.boolean('请选择'),
      })
      .refine(keyed, needsKey)
      .refine(versioned, needsVersion),
    response: z.object({ id }),
    refusals: [
      'first_page.notFound',
      'first_page.stale',
      'first_page.badFile',
      'first_page.unfitPicture',
      'first_page.keyUsed',
      'first_page.tooMany',
    ],
  }),
  removeSwiper: defineCall({
    method: 'POST',
    path: '/first_page/v1/remove_swiper',
    audience: 'staff',
    permission: 'site.edit',
    summary: '删除轮播',
    request: z.object({ id }),
    response: emptyResponse,
    refusals: ['first_page.notFound'],
  }),
  orderSwipers: defineCall({
    method: 'POST',
    path: '/first_page/v1/order_swipers',
    audience: 'staff',
    permission: 'site.edit',
    summary: '轮播的次序：全部编号',
    request: order,
    response: emptyResponse,
    refusals: ['first_page.orderStale'],
  }),
  friendlinks: defineCall({
    method: 'GET',
    path: '/first_page/v1/friendlinks',
    audience: 'staff',
    permission: 'site.edit',
    summary: '全部友情链接',
    request: emptyRequest,
    response: z.array(friendlink),
    refusals: [],
  }),
  saveFriendlink: defineCall({
    method: 'POST',
    path: '/first_page/v1/save_friendlink',
    audience: 'staff',
    permission: 'site.edit',
    summary: '新建（id 为 null）或修改友情链接',
    labels: { title: '名称' },
    request: z
      .object({
        ...which,
        title: text(40).min(1, '请填写名称'),
        redirectUrl: address,
        visible: z.boolean('请选择'),
      })
      .refine(keyed, needsKey)
      .refine(versioned, needsVersion),
    response: z.object({ id }),
    refusals: ['first_page.notFound', 'first_page.stale', 'first_page.keyUsed', 'first_page.tooMany'],
  }),
  removeFriendlink: defineCall({
    method: 'POST',
    path: '/first_page/v1/remove_friendlink',
    audience: 'staff',
    permission: 'site.edit',
    summary: '删除友情链接',
    request: z.object({ id }),
    response: emptyResponse,
    refusals: ['first_page.notFound'],
  }),
  orderFriendlinks: defineCall({
    method: 'POST',
    path: '/first_page/v1/order_friendlinks',
    audience: 'staff',
    permission: 'site.edit',
    summary: '友情链接的次序：全部编号',
    request: order,
    response: emptyResponse,
    refusals: ['first_page.orderStale'],
  }),
  texts: defineCall({
    method: 'GET',
    path: '/first_page/v1/texts',
    audience: 'staff',
    permission: 'site.edit',
    summary: '用户协议或隐私政策的全部版本（含待审核、驳回与撤回的），新的在前',
    request: z.object({ kind: legalTextKind }),
    response: z.array(
      z.object({
        version: z.string(),
        paragraphs: z.array(z.string()),
        summary: z.string(),
        /** First day in Asia/Shanghai on which the version applies; the newest applicable version is used. */
        effectiveFrom: date,
        graceDays: z.int(),
        /** PROPOSED waits for another staff member. TAKEN_BACK was withdrawn before approval, WITHDRAWN after it. */
        state: z.enum(['PROPOSED', 'APPROVED', 'REFUSED', 'TAKEN_BACK', 'WITHDRAWN']),
        phase: z.enum(['COMING', 'IN_FORCE', 'PAST']).nullable(),
        proposedAt: instant,
        proposedBy: z.string(),
        decidedAt: instant.nullable(),
        decidedBy: z.string().nullable(),
        decideReason: z.string(),
        withdrawnAt: instant.nullable(),
        withdrawnBy: z.string().nullable(),
        withdrawReason: z.string(),
        accepted: z.int(),
      }),
    ),
    refusals: [],
  }),
  proposeText: defineCall({
    method: 'POST',
    path: '/first_page/v1/propose_text',
    audience: 'staff',
    permission: 'site.edit',
    summary: '提交新版本，由另一名工作人员审核；审核通过后自生效日起学员须同意才能继续使用',
    labels: {
      version: '版本号',
      follows: '起草时的最新版本',
      summary: '修改说明',
      graceDays: '宽限天数',
    },
    request: z.object({
      kind: legalTextKind,
      follows: z.string().max(20).nullable(),
      version: legalTextVersion,
      effectiveFrom: date,
      summary: text(legalTextLimits.summary).min(1, '请填写修改说明'),
      /** Students of a paid year may continue for this many days without accepting the new version. */
      graceDays: z
        .int('宽限天数应为整数')
        .min(0, '宽限天数不能小于 0')
        .max(legalTextLimits.graceDays, `宽限天数最多 ${legalTextLimits.graceDays} 天`),
      paragraphs: z.array(text(2000).min(1, '不能有空段落')).min(1, '请填写正文').max(200, '段落过多'),
    }),
    response: emptyResponse,
    refusals: ['first_page.versionTaken', 'first_page.stale', 'first_page.textWaiting'],
  }),
  decideText: defineCall({
    method: 'POST',
    path: '/first_page/v1/decide_text',
    audience: 'staff',
    permission: 'site.edit',
    summary: '审核他人提交的版本：通过或驳回（须说明原因）；重复没有影响',
    request: z
      .object({
        ...legalTextName,
        decision: z.enum(['APPROVED', 'REFUSED'], '审核结论不正确'),
        reason: text(300),
      })
      .refine(({ decision, reason }) => decision === 'APPROVED' || reason !== '', {
        path: ['reason'],
        error: '请填写驳回原因',
      }),
    response: emptyResponse,
    refusals: [
      'first_page.textNotFound',
      'first_page.secondPerson',
      'first_page.textDecided',
      'first_page.textDayOver',
    ],
  }),
  withdrawText: defineCall({
    method: 'POST',
    path: '/first_page/v1/withdraw_text',
    audience: 'staff',
    permission: 'site.edit',
    summary: '撤回：提交人撤回待审核的，或撤回已通过、尚未生效的版本；重复没有影响',
    request: z.object({ ...legalTextName, reason }),
    response: emptyResponse,
    refusals: ['first_page.textNotFound', 'first_page.notProposer', 'first_page.textDecided', 'first_page.textInForce'],
  }),
}
