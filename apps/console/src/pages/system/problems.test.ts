import type { SystemStatus } from '@ce/client/staff/system.ts'
import { expect, it } from 'vitest'
import { systemProblemsOf } from './problems.ts'

const at = '2026-11-28T10:00:00.000Z'
const before = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()
const gigabyte = 2 ** 30

const process: SystemStatus['processes'][number] = {
  ...{
    id: 'p',
    host: 'a',
    pid: 7,
    version: '1.0.0',
    startedAt: before(60),
    seenAt: at,
    alive: true,
  },
  ...{ runsJobs: true, memoryBytes: 1, loopDelayMs: 3 },
  disk: { bytes: 100 * gigabyte, freeBytes: 50 * gigabyte },
}
const job: SystemStatus['jobs'][number] = {
  ...{ name: 'order.reconcile', every: 'MINUTE', state: 'WELL', failure: null, tookMs: 5 },
  ...{ startedAt: at, succeededAt: at, failedAt: null, runningSince: null, dueAt: at },
}
const channel: SystemStatus['channels'][number] = {
  ...{ channel: 'WECHAT', configured: true, pausedBy: 0, failure: null },
  ...{ succeededAt: at, failedAt: null },
}
const queue: SystemStatus['queues'][number] = {
  ...{ queue: 'EMAIL', waiting: 1, oldestAt: before(1), failed: 3 },
}
const well: SystemStatus = {
  ...{
    at,
    processes: [process],
    jobs: [job],
    queues: [queue],
    postponed: { list: [], total: 0 },
    channels: [channel],
    databaseBytes: 1,
    commitRisk: null,
    missingFiles: { list: [], total: 0 },
    integrity: [],
    proxies: { oneAddress: null, untrustedForwarder: null },
  },
  browsers: { days: 7, total: 9, errors: [], newToday: 9, mostNewPerDay: 500, vitals: [] },
}
const told = (change: Partial<SystemStatus>) =>
  systemProblemsOf({ ...well, ...change }).map(({ kind, title }) => `${kind} ${title}`)

it('a healthy portal shows no problems', () => {
  expect(systemProblemsOf(well)).toEqual([])
})

it.each<[what: string, change: Partial<SystemStatus>, title: RegExp]>([
  [
    'a silent process',
    { processes: [process, { ...process, pid: 8, alive: false }] },
    /^warning .*a（8）自 .* 起没有报告/,
  ],
  ['no process for jobs', { processes: [{ ...process, runsJobs: false }] }, /^error 后台任务已停止/],
  ['a slow process', { processes: [{ ...process, loopDelayMs: 1200 }] }, /^error .*延迟 1200 毫秒/],
  [
    'scarce room',
    { processes: [{ ...process, disk: { bytes: 100 * gigabyte, freeBytes: 9 * gigabyte } }] },
    /^warning a 的存储空间只剩 9\.0/,
  ],
  [
    'no room',
    { processes: [{ ...process, disk: { bytes: 100 * gigabyte, freeBytes: gigabyte / 2 } }] },
    /^error a 的存储空间只剩 512/,
  ],
  [
    'a file store that does not answer',
    { channels: [{ ...channel, channel: 'FILES', pausedBy: 1, failedAt: at, failure: 'ECONNREFUSED' }] },
    /^error 文件存储没有应答（ECONNREFUSED），文件暂时不能打开和上传/,
  ],
  ['a paused channel', { channels: [{ ...channel, pausedBy: 1 }] }, /^error 微信支付连续没有应答/],
  [
    'a failing channel',
    { channels: [{ ...channel, succeededAt: before(9), failedAt: at, failure: 'ETIMEDOUT' }] },
    /^warning 微信支付最近一次没有成功（ETIMEDOUT/,
  ],
  [
    'a failing job',
    { jobs: [{ ...job, state: 'FAILING', failedAt: at }] },
    /^warning 后台任务“与支付渠道对账”在 2026-11-28 18:00 失败/,
  ],
  ['a late job', { jobs: [{ ...job, state: 'LATE' }] }, /^warning 后台任务“与支付渠道对账”没有按时执行/],
  [
    'a job that runs for hours',
    { jobs: [{ ...job, state: 'RUNNING', runningSince: before(150) }] },
    /^warning 后台任务“与支付渠道对账”已连续执行 2.小时 30.分钟/,
  ],
  [
    'a standby that commits do not wait for',
    { commitRisk: 'NO_SYNCHRONOUS_STANDBY' },
    /^warning 数据库切换到备用服务器时，可能丢失刚保存的记录/,
  ],
  ['files without content', { missingFiles: { list: [], total: 2 } }, /^warning 2 个文件的内容在存储中缺失/],
  [
    'data that fail a check',
    { integrity: [{ check: 'LEDGER', checked: 9, faultCount: 2, faults: ['a', 'b'], endedAt: at, late: false }] },
    /^error 核对“学时记录及其校验链”时发现 2 处异常/,
  ],
  [
    'a check that does not come to its end',
    { integrity: [{ check: 'LEDGER', checked: 9, faultCount: 0, faults: [], endedAt: null, late: true }] },
    /^warning 1 项数据没有按时核对完：“学时记录及其校验链”/,
  ],
  [
    'a proxy that nobody named',
    { proxies: { oneAddress: '203.0.113.7', untrustedForwarder: null } },
    /^warning 几乎所有访问都显示来自 203\.0\.113\.7/,
  ],
  ['rows that jobs go past', { postponed: { list: [], total: 3 } }, /^warning 3 项后台事项多次没有做成/],
  [
    'a long queue',
    { queues: [{ ...queue, waiting: 40, oldestAt: before(61) }] },
    /^warning 待发邮件积压 40 封，最早的等了/,
  ],
  ['refunds given up', { queues: [{ ...queue, queue: 'REFUND', failed: 2 }] }, /^warning 2 笔退款没有退成/],
  [
    'too many new faults',
    { browsers: { ...well.browsers, newToday: 500 } },
    /^warning 今天新出现的页面错误已达 500 种/,
  ],
])('the system status lists as a problem: %s', (_, change, title) => {
  expect(told(change)).toEqual([expect.stringMatching(title)])
})

it('the list of problems begins with the worst one', () => {
  const processes = [{ ...process, runsJobs: false }]
  expect(told({ processes, jobs: [{ ...job, state: 'LATE' }] }).map((one) => one.split(' ')[0])).toEqual([
    'error',
    'warning',
  ])
})
