import { z } from 'zod'
import { date, done, id, instant, nothing, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { emailRule } from '../rules/person.ts'
import { asciiAddress } from '../rules/web-address.ts'

/** http(s) with an ASCII host, or a path of the portal itself; never javascript: or data:, nor another host by // or /\ */
const address = z
  .string('请填写链接')
  .trim()
  .overwrite(asciiAddress)
  .max(500, { error: '链接过长', abort: true })
  .regex(/^(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/i, '链接应以 http://、https:// 或 / 开头')
  .refine(leadsWhereItSays, '链接不正确')

/** It can be read, names no user (`https://bank@elsewhere`), and a path does not become another host (`/..//elsewhere`). */
function leadsWhereItSays(address: string): boolean {
  const url = URL.parse(address, 'https://portal.invalid')
  if (!url || url.username || url.password) return false
  return !address.startsWith('/') || !url.pathname.startsWith('//')
}

const constants = z.object({
  title: text(40).min(1, '请填写站名'),
  /** also the issuer that proofs are signed with */
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

/** of what its editor read: send it back, so that nobody undoes another's change unseen */
const version = z.string('版本不正确').max(40, '版本不正确')

/** it leads to content that readers do not see now, and is not shown to visitors either */
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
const textKind = z.enum(['AGREEMENT', 'PRIVACY'], '文本类型不正确')
/** of swipers, and of links; the page that shows them has room for a fraction */
export const mostInList = 200
const order = z.object({ ids: z.array(id).max(mostInList, `最多 ${mostInList} 条`) })

/** A new row (id null) needs the key its client made for it: the same again is a repeat, and gives the same row. */
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
    request: nothing,
    response: constants.extend({
      version,
      qrImages: z.array(z.object({ title: z.string(), fileId: id, url: z.string() })),
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
    /** of what is saved now */
    response: z.object({ version }),
    refusals: ['first_page.badFile', 'first_page.stale'],
  }),
  swipers: defineCall({
    method: 'GET',
    path: '/first_page/v1/swipers',
    audience: 'staff',
    permission: 'site.edit',
    summary: '全部轮播',
    request: nothing,
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
    response: done,
    refusals: ['first_page.notFound'],
  }),
  orderSwipers: defineCall({
    method: 'POST',
    path: '/first_page/v1/order_swipers',
    audience: 'staff',
    permission: 'site.edit',
    summary: '轮播的次序：全部编号',
    request: order,
    response: done,
    refusals: ['first_page.orderStale'],
  }),
  friendlinks: defineCall({
    method: 'GET',
    path: '/first_page/v1/friendlinks',
    audience: 'staff',
    permission: 'site.edit',
    summary: '全部友情链接',
    request: nothing,
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
    refusals: [
      'first_page.notFound',
      'first_page.stale',
      'first_page.keyUsed',
      'first_page.tooMany',
    ],
  }),
  removeFriendlink: defineCall({
    method: 'POST',
    path: '/first_page/v1/remove_friendlink',
    audience: 'staff',
    permission: 'site.edit',
    summary: '删除友情链接',
    request: z.object({ id }),
    response: done,
    refusals: ['first_page.notFound'],
  }),
  orderFriendlinks: defineCall({
    method: 'POST',
    path: '/first_page/v1/order_friendlinks',
    audience: 'staff',
    permission: 'site.edit',
    summary: '友情链接的次序：全部编号',
    request: order,
    response: done,
    refusals: ['first_page.orderStale'],
  }),
  texts: defineCall({
    method: 'GET',
    path: '/first_page/v1/texts',
    audience: 'staff',
    permission: 'site.edit',
    summary: '用户协议或隐私政策的全部版本，新的在前',
    request: z.object({ kind: textKind }),
    response: z.array(
      z.object({
        version: z.string(),
        paragraphs: z.array(z.string()),
        /** the day (Shanghai) it comes into force; the newest of those in force is the one in use */
        effectiveFrom: date,
        publishedAt: instant,
        publishedBy: z.string(),
      }),
    ),
    refusals: [],
  }),
  publishText: defineCall({
    method: 'POST',
    path: '/first_page/v1/publish_text',
    audience: 'staff',
    permission: 'site.edit',
    summary: '发布新版本；学员下次注册时同意的就是它',
    labels: { version: '版本号', follows: '起草时的最新版本' },
    request: z.object({
      kind: textKind,
      /** the newest version when the draft was begun from it; null when there was none */
      follows: z.string().max(20).nullable(),
      version: z
        .string('请填写版本号')
        .trim()
        .regex(/^[0-9A-Za-z.-]{1,20}$/, '版本号为 1–20 位字母、数字、点、横线'),
      effectiveFrom: date.optional(),
      paragraphs: z
        .array(text(2000).min(1, '不能有空段落'))
        .min(1, '请填写正文')
        .max(200, '段落过多'),
    }),
    response: done,
    refusals: ['first_page.versionTaken', 'first_page.stale'],
  }),
}
