import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import { findPostponedSubjects } from '../../../../platform/db/sweep-failures.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueForBudget, continueUntilStopped, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { forgetSecurityEvents } from '../../../../platform/security-log.ts'
import type { Settings } from '../../../../platform/settings.ts'
import { forgetInvitedNames } from '../../../employers/invitation/service.ts'
import { dataCopyPurpose, expireFiles, expireUnusedFiles } from '../../../file/service.ts'
import { forgetOldDeliveries, forgetOldMessages } from '../../../message/service.ts'
import { forgetBrowserReports } from '../../../office/system/service.ts'
import { eraseRetainedIdentities } from '../../../student/service/erase.ts'
import { forgetDeletedDataCopies, forgetSettledCorrections } from '../../privacy/service.ts'
import { addRetentionBatch, countDeletedFiles, isRetentionHour, lockRetentionRun, startRetentionRun } from '../store.ts'

/** Number of rows per transaction. It is small, so that nobody waits long for its locks. */
const batch = 500

export type RetentionSettingKey = Extract<keyof Settings, `${string}Days`>

export interface RetentionRuleDefinition {
  key: string
  title: string
  explained: string
  days?: { setting: RetentionSettingKey; min: number; max: number }
  /** Deletes up to `limit` rows. Missing if the rule deletes nothing, or if another job does it every minute. */
  step?: (tx: Tx, keepDays: number, limit: number) => Promise<number>
  /** Purpose of files that another job deletes; the nightly job only counts them. */
  counts?: string
}

/** The only list of rules, used by the nightly job, the desk and docs/privacy.md. */
export const retentionRules: readonly RetentionRuleDefinition[] = [
  {
    key: 'CAPTURES',
    title: '考试抓拍',
    explained:
      '供核查考试是否本人参加，照片上标明到期日；到期当天删除照片，只留下“拍过”这一事实。修改后考生要重新同意考试须知；此前已同意的考试不会因此保存得更久。',
    days: { setting: 'exam.captureKeepDays', min: 30, max: 365 },
    counts: 'CAPTURE',
  },
  {
    key: 'SECURITY_LOG',
    title: '学员安全日志',
    explained: '登录、改密等记录，用于发现和追查盗用；网络安全法要求至少 180 天，不能设得更短。',
    days: { setting: 'retention.securityLogDays', min: 180, max: 3650 },
    step: forgetSecurityEvents,
  },
  {
    key: 'EXPORTS',
    title: '个人信息副本',
    explained: '学员申请的副本，供本人下载；到期删除文件，申请记录再留 30 天。修改只影响以后申请的副本。',
    days: { setting: 'privacy.exportKeepDays', min: 1, max: 7 },
    step: (tx, _days, limit) => forgetDeletedDataCopies(tx, limit),
    counts: dataCopyPurpose,
  },
  {
    key: 'UNUSED_FILES',
    title: '没有用上的上传文件',
    explained: '换下的头像、没有提交的佐证材料；已提交过的材料不在其中。没有用于考试的抓拍不受此天数限制，一天后删除。',
    days: { setting: 'retention.unusedFileDays', min: 7, max: 365 },
    step: expireUnusedFiles,
  },
  {
    key: 'CORRECTIONS',
    title: '办结的更正申请与佐证',
    explained:
      '佐证常是证件照片，办结后留一段时间备查，到期连同申请删除，但减免申请或其他更正也用到的佐证随其保留；更正本身留在操作日志（证件号打码）。',
    days: { setting: 'retention.correctionDays', min: 30, max: 1095 },
    step: async (tx, days, limit) => {
      const { removed, files } = await forgetSettledCorrections(tx, days, limit)
      await expireFiles(tx, files)
      return removed
    },
  },
  {
    key: 'MESSAGES',
    title: '站内消息',
    explained: '缴费、发票、审核等通知；事项本身另有记录。',
    days: { setting: 'retention.messageDays', min: 90, max: 3650 },
    step: forgetOldMessages,
  },
  {
    key: 'DELIVERIES',
    title: '邮件与短信的发送记录',
    explained:
      '哪条消息用哪种方式、何时发出、为什么没有发出，供答复“没收到”；不含地址与内容。没有开通邮件或短信时为空。',
    days: { setting: 'retention.deliveryDays', min: 30, max: 730 },
    step: forgetOldDeliveries,
  },
  {
    key: 'BROWSER_REPORTS',
    title: '浏览器报告的错误与页面速度',
    explained: '用于发现和改进页面故障，不含个人信息；同一错误只留一条并计次，最近一次出现后满期删除。速度按天汇总。',
    days: { setting: 'retention.browserReportDays', min: 7, max: 365 },
    step: forgetBrowserReports,
  },
  {
    key: 'REFUSED_BEATS',
    title: '未计入的学习心跳',
    explained: '用来解释为什么没有计时，不产生学时；另限每名学员最近 1000 条。随时清理。',
    days: { setting: 'study.refusalKeepDays', min: 90, max: 3650 },
  },
  {
    key: 'CLOSED_IDENTITIES',
    title: '已注销账号的姓名与证件',
    explained:
      '注销时联系方式等已立即删除；有学时或缴费的，姓名（和学时所属的证件号、证书编号）留到期满。台账与证明照旧可以核验。',
    days: { setting: 'retention.identityDays', min: 1095, max: 36_500 },
    step: eraseRetainedIdentities,
  },
  {
    key: 'EMPLOYER_NAMES',
    title: '单位名单上的姓名',
    explained:
      '从该年度学习截止日起算：没有单位订单的人（没有答复、谢绝、移出名单、没有下单或已退款），姓名到期改为“已按期限删除”；号码在学习截止时已删除。有订单的随订单保留。',
    days: { setting: 'retention.employerNameDays', min: 30, max: 1095 },
    step: forgetInvitedNames,
  },
  {
    key: 'BEATS',
    title: '计入的学习心跳与学习区间',
    explained: '长期保留：每一个学时都要能逐条说明“为什么是这个数”，删掉就无法解释，也无法答复申诉。',
  },
  {
    key: 'BEAT_ROWS',
    title: '计入的学习心跳：在数据库中的时间',
    explained:
      '一个月里最后一次播放满此天数后，整月核对无误即转存为文件，不删除，“学时来源”照样逐条可查；核对有出入的月份不转存。设得越长，数据库越大。',
    days: { setting: 'study.heartbeatRowDays', min: 90, max: 36_500 },
  },
  {
    key: 'LEDGER',
    title: '学时台账、证明、作答记录',
    explained: '长期保留：前后相扣、每日公示，少一条就无法核验。已公布的证明一直可以查验真伪。',
  },
  {
    key: 'MONEY',
    title: '订单、支付、退款与发票',
    explained: '长期保留：会计档案的法定保管期为 30 年。',
  },
  {
    key: 'AUDIT_LOG',
    title: '工作人员操作日志',
    explained: '长期保留，不可修改；证件号、手机号只记打码后的样子。',
  },
  {
    key: 'SHORT_LIVED',
    title: '登录失败计数、失效会话、未传完的上传、导入的逐行记录',
    explained: '每分钟清理：登录失败计数为锁定时长的两倍，会话 14 天，未传完的上传 24 小时，导入的逐行记录 30 天。',
  },
]

/** Runs every night and records counts without personal data. */
export async function runRetentionRules(deps: Deps, stopping?: AbortSignal, size = batch): Promise<void> {
  if (!(await isRetentionHour(deps.db, await deps.settings.get('retention.hour')))) return
  const hasTime = continueForBudget(stopping)
  const job = 'retention.run'
  const postponed = await findPostponedSubjects(deps.db, job)
  // A rule that fails does not stop the others.
  await sweepItemsOneByOne(deps.db, {
    job,
    items: retentionRules.filter(({ key }) => !postponed.has(key)),
    subjectOf: ({ key }) => key,
    work: (rule) => runRule(deps, rule, hasTime, size),
    goesOn: continueUntilStopped(stopping),
  })
}

async function runRule(deps: Deps, rule: RetentionRuleDefinition, hasTime: () => boolean, size: number): Promise<void> {
  const { key, days, step, counts } = rule
  if (!step && !counts) return
  const keepDays = days ? await deps.settings.get(days.setting) : 0
  if (!(await startRetentionRun(deps.db, key, keepDays))) return
  while (hasTime()) {
    const removed = await inTransaction(deps.db, async (tx) => {
      if (!(await lockRetentionRun(tx, key))) return null
      const removed = step ? await step(tx, keepDays, size) : 0
      const last = removed < size
      // Files deleted by another job are counted once a night, with the last batch.
      const elsewhere = last && counts ? await countDeletedFiles(tx, counts, key) : 0
      await addRetentionBatch(tx, key, removed + elsewhere, last)
      return removed
    })
    if (removed === null || removed < size) return
  }
}
