import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const periodUs = 20_000

export interface CpuLimit {
  /** Puts a process and what it starts later below the limit. */
  add(pid: number): void
  /** The processes must have ended. */
  remove(): void
}

/** Limits processes to a part of a core, by the cgroups of Linux in either version. @throws Error without the right */
export function limitCpu(name: string, cores: number): CpuLimit {
  const folder = join(parentFolder(), name)
  const quota = Math.round(cores * periodUs)
  try {
    mkdirSync(folder)
    if (existsSync(join(folder, 'cpu.max'))) writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodUs}`)
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
    }
  } catch (error) {
    throw new Error('this measurement limits processes by cgroups: run it as root', { cause: error })
  }
  return {
    add: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    remove: () => rmdirSync(folder),
  }
}

function parentFolder(): string {
  if (existsSync('/sys/fs/cgroup/cgroup.controllers')) return '/sys/fs/cgroup'
  const own = /^\d+:(?:.*,)?cpu(?:,.*)?:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
  return join('/sys/fs/cgroup/cpu', own ?? '/')
}
