import { formatBytes, formatDateTime, formatDuration } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { jobLabels, longRunSeconds } from '@ce/contract/job-names'
import { integrityLabels, systemChannelNames, systemQueueNames } from './text.ts'

export interface SystemProblem {
  /** An error affects users now; a warning needs attention soon. */
  kind: 'error' | 'warning'
  title: string
  advice: string
}

const askTechnician = '请联系技术人员'
const gigabyte = 2 ** 30
const minute = 60_000
const hour = 60 * minute

/** How old the oldest entry of each queue may be, in milliseconds. */
const patience: Record<SystemStatus['queues'][number]['queue'], number> = {
  EMAIL: hour,
  // No SMS is sent at night, so an SMS may wait this long.
  SMS: 12 * hour,
  POSTER_IMPORT: 10 * minute,
  QUESTION_IMPORT: 10 * minute,
  ROSTER_IMPORT: 10 * minute,
  // An unpaid order expires after two hours, so an older payment is a problem.
  PAYMENT: 4 * hour,
  REFUND: 24 * hour,
  PRINT: 30 * minute,
  DATA_EXPORT: 30 * minute,
  FILE_DELETION: 24 * hour,
}

export function systemProblemsOf(status: SystemStatus): SystemProblem[] {
  return [
    ...processProblems(status),
    ...proxyProblems(status),
    ...commitProblems(status),
    ...diskProblems(status),
    ...missingFileProblems(status),
    ...integrityProblems(status),
    ...channelProblems(status),
    ...jobProblems(status),
    ...postponedProblems(status),
    ...queueProblems(status),
    ...browserProblems(status),
  ].toSorted((one, other) => one.kind.localeCompare(other.kind))
}

function processProblems({ processes }: SystemStatus): SystemProblem[] {
  const alive = processes.filter((one) => one.alive)
  const found: SystemProblem[] = processes
    .filter((one) => !one.alive)
    .map(({ host, pid, seenAt }) => ({
      kind: 'warning',
      title: `服务进程 ${host}（${pid}）自 ${formatDateTime(seenAt)} 起没有报告`,
      advice: `它可能已中断。其他进程正常时，学员不受影响。${askTechnician}查看并重新启动。`,
    }))
  if (!alive.some((one) => one.runsJobs))
    found.push({
      kind: 'error',
      title: '后台任务已停止',
      advice: `到时交卷、关闭订单、发送消息等都已停下。${askTechnician}，启动一个执行后台任务的进程。`,
    })
  for (const { host, pid, loopDelayMs } of alive)
    if (loopDelayMs >= 200)
      found.push({
        kind: loopDelayMs >= 1000 ? 'error' : 'warning',
        title: `服务进程 ${host}（${pid}）反应变慢，延迟 ${loopDelayMs} 毫秒`,
        advice: `网页打开和保存会变慢。考试期间请暂缓导入和导出；超过 10 分钟仍未恢复，${askTechnician}。`,
      })
  return found
}

function diskProblems({ processes }: SystemStatus): SystemProblem[] {
  const disks = new Map(processes.flatMap(({ host, alive, disk }) => (alive && disk ? [[host, disk] as const] : [])))
  return [...disks].flatMap(([host, { bytes, freeBytes }]): SystemProblem[] => {
    const scarce = freeBytes < 5 * gigabyte || freeBytes < bytes / 10
    const full = freeBytes < gigabyte || freeBytes < bytes / 33
    if (!scarce) return []
    return [
      {
        kind: full ? 'error' : 'warning',
        title: `${host} 的存储空间只剩 ${formatBytes(freeBytes)}`,
        advice: `空间用完后不能上传文件，也不能保存学习记录和答案。${askTechnician}扩容或清理。`,
      },
    ]
  })
}

function commitProblems({ commitRisk }: SystemStatus): SystemProblem[] {
  if (!commitRisk) return []
  const setting = commitRisk === 'COMMIT_DOES_NOT_WAIT' ? 'synchronous_commit' : 'synchronous_standby_names'
  return problem('warning', '数据库切换到备用服务器时，可能丢失刚保存的记录', {
    advice: `学习记录和答案保存后，没有等备用服务器也写入。${askTechnician}核对数据库的 ${setting} 设置。`,
  })
}

function missingFileProblems({ missingFiles: { total } }: SystemStatus): SystemProblem[] {
  if (total === 0) return []
  return problem('warning', `${total} 个文件的内容在存储中缺失`, {
    advice: `打开它们的人会看到缺失的提示。${askTechnician}按下面“内容缺失的文件”从备份中恢复。`,
  })
}

function integrityProblems({ integrity }: SystemStatus): SystemProblem[] {
  const late = integrity.filter((one) => one.late).map(({ check }) => `“${integrityLabels[check]}”`)
  const lateProblem = problem('warning', `${late.length} 项数据没有按时核对完：${late.join('、')}`, {
    advice: `数据如有损坏，会较晚发现。${askTechnician}查看后台任务“${jobLabels['system.checkIntegrity']}”。`,
  })
  const faulty = integrity
    .filter(({ faultCount }) => faultCount > 0)
    .flatMap(({ check, faultCount }) =>
      problem('error', `核对“${integrityLabels[check]}”时发现 ${faultCount} 处异常`, {
        advice: `请不要自行修改数据。${askTechnician}，并提供“数据完整性”中的详情。`,
      }),
    )
  return late.length > 0 ? [...faulty, ...lateProblem] : faulty
}

function proxyProblems({ proxies: { oneAddress, untrustedForwarder } }: SystemStatus): SystemProblem[] {
  const address = untrustedForwarder ?? oneAddress
  if (!address) return []
  const title = untrustedForwarder
    ? `${address} 在转发访问，但没有登记为代理服务器`
    : `几乎所有访问都显示来自 ${address}`
  return problem('warning', title, {
    advice: `通过没有登记的代理服务器访问的人会共用一个次数限额。${askTechnician}核对 TRUSTED_PROXIES 的设置。`,
  })
}

function channelProblems({ channels }: SystemStatus): SystemProblem[] {
  return channels.flatMap(({ channel, configured, pausedBy, succeededAt, failedAt, failure }) => {
    const name = systemChannelNames[channel]
    if (channel === 'FILES') return pausedBy > 0 ? fileStoreProblem(failure) : []
    const isPayment = channel !== 'EMAIL' && channel !== 'SMS'
    if (configured && pausedBy > 0)
      return problem('error', `${name}连续没有应答，已暂停下单`, {
        advice: `学员可以改用其他方式缴费。平台会自动重试；超过 10 分钟仍未恢复，请查看渠道公告，或${askTechnician}。`,
      })
    const failing = failedAt && (!succeededAt || failedAt > succeededAt)
    if (!configured || !failing) return []
    return problem('warning', `${name}最近一次没有成功（${failure}，${formatDateTime(failedAt)}）`, {
      advice: isPayment
        ? `平台会自动重试。学员反映不能缴费时，请登录渠道的商户平台查看，或${askTechnician}。`
        : `平台会自动重试，学员在站内总能看到消息。持续不成功时，${askTechnician}核对账号。`,
    })
  })
}

const fileStoreProblem = (failure: string | null) =>
  problem('error', `文件存储没有应答${failure ? `（${failure}）` : ''}，文件暂时不能打开和上传`, {
    advice: `考试作答、学时和证明不受影响，平台会自动重试。超过 10 分钟仍未恢复，${askTechnician}检查存储服务和 FILES_URL 的设置。`,
  })

const problem = (kind: SystemProblem['kind'], title: string, { advice }: Pick<SystemProblem, 'advice'>) => [
  { kind, title, advice },
]

function jobProblems({ jobs, at }: SystemStatus): SystemProblem[] {
  return jobs.flatMap(({ name, state, failedAt, startedAt, runningSince }) => {
    const what = jobLabels[name] ?? name
    const ran = runningSince ? Date.parse(at) - Date.parse(runningSince) : 0
    if (ran > longRunSeconds * 1000)
      return problem('warning', `后台任务“${what}”已连续执行 ${formatDuration(ran / 1000)}`, {
        advice: `它结束之前不会再次开始。数据量大时可以继续等待；不清楚原因的，${askTechnician}查看。`,
      })
    if (state === 'FAILING')
      return problem('warning', `后台任务“${what}”在 ${formatDateTime(failedAt)} 失败`, {
        advice: `平台会自动重试，数据不会丢失。连续失败时，请把下表中的原因告诉技术人员。`,
      })
    if (state === 'LATE')
      return problem('warning', `后台任务“${what}”没有按时执行`, {
        advice: `${startedAt ? `上次执行于 ${formatDateTime(startedAt)}。` : ''}${askTechnician}查看服务进程。`,
      })
    return []
  })
}

function postponedProblems({ postponed }: SystemStatus): SystemProblem[] {
  if (postponed.total === 0) return []
  return problem('warning', `${postponed.total} 项后台事项多次没有做成`, {
    advice: '平台会自动再试，其他事项不受影响。请把“多次没有做成的事项”中的编号和原因告诉技术人员。',
  })
}

function queueProblems({ queues, at }: SystemStatus): SystemProblem[] {
  return queues.flatMap(({ queue, waiting, oldestAt, failed }) => {
    const { text, unit } = systemQueueNames[queue]
    const waited = oldestAt ? Date.parse(at) - Date.parse(oldestAt) : 0
    if (waited > patience[queue])
      return problem('warning', `${text}积压 ${waiting} ${unit}，最早的等了 ${formatDuration(waited / 1000)}`, {
        advice: `请先看上面的渠道和后台任务是否正常；都正常而仍在增加，${askTechnician}。`,
      })
    if (queue === 'REFUND' && failed)
      return problem('warning', `${failed} 笔退款没有退成`, {
        advice: '请在“订单与对账”的退款中逐笔处理。',
      })
    return []
  })
}

function browserProblems({ browsers }: SystemStatus): SystemProblem[] {
  if (browsers.newToday < browsers.mostNewPerDay) return []
  return problem('warning', `今天新出现的页面错误已达 ${browsers.mostNewPerDay} 种的上限`, {
    advice: `其余的没有记录，已记录的照常计次。${askTechnician}查看是否有人恶意提交。`,
  })
}
