import type { SystemStatus } from '@ce/client/staff/system.ts'
import type { VitalName, VitalRating } from '@ce/contract/web-vitals'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

type Job = SystemStatus['jobs'][number]
type PageError = SystemStatus['browsers']['errors'][number]

export const frontEndNames: Readonly<Record<PageError['app'], string>> = {
  SITE: '公开网站',
  DESKTOP: '学员中心（电脑）',
  PHONE: '学员中心（手机）',
  CONSOLE: '管理后台',
  EMPLOYER: '用人单位',
}

export const browserErrorKindNames: Readonly<Record<PageError['kind'], string>> = {
  ERROR: '运行出错',
  REJECTION: '操作没有完成',
  RENDER: '页面没有显示',
  CHUNK: '页面没有加载完整',
}

export const systemQueueNames: Readonly<
  Record<SystemStatus['queues'][number]['queue'], { text: string; unit: string }>
> = {
  EMAIL: { text: '待发邮件', unit: '封' },
  SMS: { text: '待发短信', unit: '条' },
  POSTER_IMPORT: { text: '内容导入', unit: '次' },
  QUESTION_IMPORT: { text: '试题导入', unit: '次' },
  ROSTER_IMPORT: { text: '学员与学时导入', unit: '次' },
  PAYMENT: { text: '等待付款', unit: '笔' },
  REFUND: { text: '等待渠道退款', unit: '笔' },
  PRINT: { text: '批量打印证明', unit: '次' },
  DATA_EXPORT: { text: '个人信息副本', unit: '份' },
  FILE_DELETION: { text: '到期待删的文件', unit: '个' },
}

export const systemChannelNames: Readonly<Record<SystemStatus['channels'][number]['channel'], string>> = {
  WECHAT: '微信支付',
  ALIPAY: '支付宝',
  DEMO: '演示收银台',
  EMAIL: '邮件',
  SMS: '短信',
  FILES: '文件存储',
}

export const integrityLabels: Readonly<Record<SystemStatus['integrity'][number]['check'], string>> = {
  KEYS: '数据库所需的密钥',
  SECRETS: '加密保存的动态口令密钥与初始密码',
  LEDGER: '学时记录及其校验链',
  DAILY_ROOTS: '学时记录的每日封存',
  ANSWER_LOGS: '考试作答记录与回执',
  PROOFS: '学时证明的签名与学时',
  STUDY: '学习进度与学习记录',
  SEALED_MONTHS: '转存的学习记录',
  MONEY: '订单、缴费与退款',
  REFERENCES: '数据之间的关联',
  SEQUENCES: '编号的生成',
  FILES: '文件内容',
}

export const jobStateLabels: Readonly<Record<Job['state'], { kind: StatusKind; text: string }>> = {
  WELL: { kind: 'done', text: '正常' },
  FAILING: { kind: 'error', text: '最近一次失败' },
  RUNNING: { kind: 'done', text: '正在执行' },
  LATE: { kind: 'warning', text: '没有按时执行' },
  WAITING: { kind: 'todo', text: '还没有执行' },
}

export const jobIntervalNames: Readonly<Record<Job['every'], string>> = {
  MINUTE: '每分钟检查一次',
  QUARTER_MINUTE: '每 15 秒检查一次',
  PULSE: '每 15 秒一次',
}

export const webVitalTitles: Readonly<Record<VitalName, { text: string; explained: string }>> = {
  TTFB: { text: '服务器应答', explained: '打开网页到收到第一个字节' },
  FCP: { text: '开始显示', explained: '打开网页到看见第一处内容' },
  LCP: { text: '主要内容显示', explained: '打开网页到看见最大的一块内容' },
  INP: { text: '操作反应', explained: '点击或按键到页面有反应' },
  CLS: { text: '版面移动', explained: '内容在阅读时挪动了多少，没有单位' },
}

export const webVitalRatingLabels: Readonly<Record<VitalRating, { kind: StatusKind; text: string }>> = {
  GOOD: { kind: 'done', text: '良好' },
  NEEDS_WORK: { kind: 'warning', text: '有待改进' },
  POOR: { kind: 'error', text: '较差' },
}

/** Formats 2.6 秒 or 180 毫秒; CLS has no unit. */
export function formatWebVital(name: VitalName, value: number): string {
  if (name === 'CLS') return value.toFixed(2)
  return value < 1000 ? `${Math.round(value)} 毫秒` : `${(value / 1000).toFixed(1)} 秒`
}
