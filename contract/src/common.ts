import { z } from 'zod'
import { parseDecimal } from './rules/decimal.ts'
import { foldLetters, foldPlain } from './rules/fold-text.ts'
import { emailRule } from './rules/person.ts'
import { daySpanProblem, pageLimits } from './rules/search-limits.ts'

/** Opaque to clients. Bad shapes are refused at the door, so a store never sees them; one spelling, so that equal ids are equal. */
export const id = z.uuid('编号格式不正确').toLowerCase()
/** ISO 8601 UTC on the wire; services hand over a Date. */
export const instant = z
  .union([z.date(), z.iso.datetime()])
  .transform((at) => new Date(at).toISOString())
/** YYYY-MM-DD; in years that a person lives in and a database can hold */
export const date = z.iso
  .date('日期格式应为 YYYY-MM-DD')
  .refine((day) => day >= '1900-01-01' && day <= '2200-12-31', '日期不正确')
/** A number in a query, where every value is text: in plain decimal notation, or it is none. */
export const queryNumber = <Rule extends z.ZodType<number, unknown>>(rule: Rule) =>
  z.preprocess((given) => (typeof given === 'string' ? parseDecimal(given) : given), rule)
/** Refuses a span of days that ends before it begins: nothing would be found, and nobody told why. */
export const inDayOrder = <
  Shape extends z.ZodRawShape & Record<'from' | 'to', z.ZodType<string | undefined>>,
>(
  filter: z.ZodObject<Shape>,
) =>
  filter.superRefine((given, context) => {
    const { from, to } = z
      .object({ from: z.string().optional(), to: z.string().optional() })
      .parse(given)
    const message = daySpanProblem(from, to)
    if (message) context.addIssue({ code: 'custom', path: ['to'], message })
  })
/** a training year */
export const year = z.int('年度不正确').min(2000, '年度不正确').max(9999, '年度不正确')
/** the same in a query, where every value is text */
export const queryYear = queryNumber(year)
/** what was paid for a year and can still be studied: lost with the account */
export const unstudied = z.object({
  orderNo: z.string(),
  year: z.int(),
  title: z.string(),
  /** an employer; null: the student */
  paidBy: z.string().nullable(),
  paid: z.int().min(0),
  hours: z.number(),
  hoursLeft: z.number(),
  /** of what was paid, as much as `hoursLeft` is of `hours` */
  left: z.int().min(0),
})

/** integer fen */
export const fen = z.int().min(0)
/** credit hours with one decimal */
export const hours = z.number()
export const subject = z.enum(['PROFESSIONAL', 'PUBLIC'], '科目不正确')
export const titleCode = z.int('职称不正确').min(0, '职称不正确').max(99, '职称不正确')
/** A field that was left out is missing; only what is there can be of a wrong kind. */
const missingOrNoText = ({ input }: { input?: unknown }) =>
  input === undefined || input === null ? '请填写' : '应为文字'
/** text from people: every Han letter by its one code, no marks that mislead, trimmed, no control characters, bounded; nothing looks at what is too long */
export const text = (max: number) =>
  z
    .string({ error: missingOrNoText })
    .overwrite(foldLetters)
    .trim()
    .max(max, { error: `不能超过 ${max} 个字`, abort: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, '含有不允许的字符')
/** text of a plain keyboard: full-width letters, digits and signs as plain ones */
export const plainText = (max: number) => text(max).overwrite(foldPlain)
export const email = plainText(100).regex(emailRule.pattern, emailRule.msg)
/** 0.1 s steps from 0 */
export const mediaSeconds = z.number('应为秒数').min(0, '不能小于 0').max(1_000_000, '过大')

export const pageQuery = {
  page: queryNumber(
    z.int('页码应为整数').min(1, '页码从 1 开始').max(pageLimits.page, '页码过大').default(1),
  ),
  pageSize: queryNumber(
    z
      .int('每页条数应为整数')
      .min(1, '每页至少 1 条')
      .max(pageLimits.pageSize, `每页最多 ${pageLimits.pageSize} 条`)
      .default(20),
  ),
}

/** Why somebody does what others will ask about, in their own words. */
export const reason = text(200).min(2, '请填写原因')

/** `{list, total, page, pageSize}` */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ list: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

/** One value for each of the two buckets of hours, which never mix (product §1). */
export const perSubject = <Value extends z.ZodType>(value: Value) =>
  z.object({ professional: value, public: value })

/** for calls that ask for nothing more than their name says */
export const nothing = z.object({})
/** for calls that answer only that it is done */
export const done = z.object({}).nullable()

export const signState = z.enum([
  'UNPAID',
  'STUDYING',
  'COMPLETED',
  'EXPIRED',
  'CANCELLED',
  'REFUNDED',
])
export const planState = z.enum(['UPCOMING', 'OPEN', 'CLOSED'])
export const stepState = z.enum(['TODO', 'DOING', 'DONE'])
export const examState = z.enum([
  'LOCKED',
  'READY',
  'RUNNING',
  'PASSED',
  'FAILED',
  'EXHAUSTED',
  'VOID',
])
export const proofState = z.enum(['INCOMPLETE', 'ISSUED', 'REVOKED'])
export const orderStatus = z.enum(
  ['PENDING', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED'],
  '订单状态不正确',
)
export const payType = z.enum(['WECHAT', 'ALIPAY', 'DEMO', 'FREE'], '支付方式不正确')
export const teacher = z.object({ name: z.string(), titleCode })
