import { z } from 'zod'
import { parseDecimal } from './rules/decimal.ts'
import { reasonLimits } from './rules/field-limits.ts'
import { foldLetters, foldPlainText } from './rules/fold-text.ts'
import { emailRule } from './rules/person.ts'
import { daySpanProblem, pageLimits } from './rules/search-limits.ts'

/** Id of a row. Upper case becomes lower case, so that equal ids are equal. Anything that is no UUID is refused. */
export const id = z.uuid('编号格式不正确').toLowerCase()
/** ISO 8601 UTC on the wire; services pass a Date. */
export const instant = z.union([z.date(), z.iso.datetime()]).transform((at) => new Date(at).toISOString())
/** A date as YYYY-MM-DD, within the years the database accepts. */
export const date = z.iso
  .date('日期格式应为 YYYY-MM-DD')
  .refine((day) => day >= '1900-01-01' && day <= '2200-12-31', '日期不正确')
/** Reads a number from a query string, whose values are texts. Only plain decimal notation is accepted. */
export const queryNumber = <Rule extends z.ZodType<number, unknown>>(rule: Rule) =>
  z.preprocess((given) => (typeof given === 'string' ? parseDecimal(given) : given), rule)
/** Refuses a span of days that ends before it begins, because a search with it would find nothing. */
export const requireDayOrder = <Shape extends z.ZodRawShape & Record<'from' | 'to', z.ZodType<string | undefined>>>(
  filter: z.ZodObject<Shape>,
) =>
  filter.superRefine((given, context) => {
    const { from, to } = z.object({ from: z.string().optional(), to: z.string().optional() }).parse(given)
    const message = daySpanProblem(from, to)
    if (message) context.addIssue({ code: 'custom', path: ['to'], message })
  })
export const year = z.int('年度不正确').min(2000, '年度不正确').max(9999, '年度不正确')
export const queryYear = queryNumber(year)
export const unstudiedYear = z.object({
  orderNo: z.string(),
  year: z.int(),
  title: z.string(),
  paidBy: z.string().nullable(),
  paid: z.int().min(0),
  hours: z.number(),
  hoursLeft: z.number(),
  /** Part of the payment, in fen, that belongs to the unused hours. */
  left: z.int().min(0),
})

/** A file that contains an export. */
export const exportedFile = z.object({
  name: z.string(),
  mime: z.string(),
  content: z.string(),
  exported: z.int(),
  leftOut: z.int(),
})

/** An amount in fen, as an integer. */
export const fen = z.int().min(0)
/** Credit hours with one decimal. */
export const hours = z.number()
export const subject = z.enum(['PROFESSIONAL', 'PUBLIC'], '科目不正确')
export const titleCode = z.int('职称不正确').min(0, '职称不正确').max(99, '职称不正确')
const missingOrNoText = ({ input }: { input?: unknown }) =>
  input === undefined || input === null ? '请填写' : '应为文字'
/** Normalises Han letters, removes misleading marks and control characters, trims, and limits the length first. */
export const text = (max: number) =>
  z
    .string({ error: missingOrNoText })
    .overwrite(foldLetters)
    .trim()
    .max(max, { error: `不能超过 ${max} 个字`, abort: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, '含有不允许的字符')
/** Full-width letters, digits and signs become plain ones. */
export const plainText = (max: number) => text(max).overwrite(foldPlainText)
export const email = plainText(100).regex(emailRule.pattern, emailRule.msg)
/** Media positions have steps of 0.1 s. */
export const mediaSeconds = z.number('应为秒数').min(0, '不能小于 0').max(1_000_000, '过大')

export const pageQuery = {
  page: queryNumber(z.int('页码应为整数').min(1, '页码从 1 开始').max(pageLimits.page, '页码过大').default(1)),
  pageSize: queryNumber(
    z
      .int('每页条数应为整数')
      .min(1, '每页至少 1 条')
      .max(pageLimits.pageSize, `每页最多 ${pageLimits.pageSize} 条`)
      .default(20),
  ),
}

export const reason = text(reasonLimits.maxLength).min(reasonLimits.minLength, '请填写原因')

/** A page has the form `{list, total, page, pageSize}`. */
export const pageShape = <Item extends z.ZodType>(item: Item) =>
  z.object({ list: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

/** Professional and public hours never mix (docs/rules/year-and-sign-up.md#subjects). */
export const perSubject = <Value extends z.ZodType>(value: Value) => z.object({ professional: value, public: value })

export const emptyRequest = z.object({})
export const emptyResponse = z.object({}).nullable()

export const signState = z.enum(['UNPAID', 'STUDYING', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED'])
export const planState = z.enum(['UPCOMING', 'OPEN', 'CLOSED'])
export const stepState = z.enum(['TODO', 'DOING', 'DONE'])
export const examState = z.enum(['LOCKED', 'READY', 'RUNNING', 'PASSED', 'FAILED', 'EXHAUSTED', 'VOID'])
export const proofState = z.enum(['INCOMPLETE', 'ISSUED', 'REVOKED'])
export const orderStatus = z.enum(['PENDING', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED'], '订单状态不正确')
export const payType = z.enum(['WECHAT', 'ALIPAY', 'DEMO', 'FREE'], '支付方式不正确')
export const teacher = z.object({ name: z.string(), titleCode })
