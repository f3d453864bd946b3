import { readFileSync } from 'node:fs'

/** What a process has used. */
export interface Usage {
  memoryBytes: number
  cpuSeconds: number
}

/** USER_HZ, the unit in which Linux tells every program its processor time */
const ticksPerSecond = 100

/** What the system knows of a process, read in some 30 µs; null where there is no /proc (not Linux), or the process is gone. */
export function usageOf(pid: number): Usage | null {
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // the name in brackets may hold anything
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      memoryBytes: Number(resident?.[1] ?? 0) * 1024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    }
  } catch {
    return null
  }
}
