import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second, 100 on every Linux we use. */
const ticks = 100

/** CPU time in ms of the Node process and of PostgreSQL with all its children. */
export function cpuMs(pids: { node: number; postmaster: number }): {
  node: number
  postgres: number
} {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)))
  const postgres = all
    .filter(({ pid, parent }) => pid === pids.postmaster || parent === pids.postmaster)
    .reduce((sum, { pid, own, ended }) => sum + own + (pid === pids.postmaster ? ended : 0), 0)
  return { node: all.find(({ pid }) => pid === pids.node)?.own ?? 0, postgres }
}

function statOf(pid: number): { pid: number; parent: number; own: number; ended: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // In /proc/pid/stat the name in brackets may contain spaces; field 3 follows it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [
      fields[1],
      fields[11],
      fields[12],
      fields[13],
      fields[14],
    ]
    const ms = 1000 / ticks
    return [{ pid, parent, own: (user + system) * ms, ended: (endedUser + endedSystem) * ms }]
  } catch {
    return []
  }
}
