import type { Fault } from './faults.ts'
import type { Kind, Tally } from './people.ts'

export interface Row {
  name: string
  lost: number
  /** The longest time in seconds that somebody waited for an answer. */
  longest: number
  /** The same of each kind of person. */
  longestOf: Readonly<Record<Kind, number>>
  /** Pages, files and orders that failed at their first try, which people see. */
  errors: number
  /** Heartbeats and saves that a page repeated by itself. */
  repeated: number
  acknowledged: number
  missed: boolean
  answers: ReadonlyMap<string, number>
  /** Seconds until all was whole again. */
  seconds: number
}

const seenKinds: Kind[] = ['orders', 'pages', 'files']

export function rowOf(of: { fault: Fault; tally: Tally; lost: number; seconds: number }): Row {
  const { fault, tally, lost, seconds } = of
  const sum = (kinds: Kind[]) => kinds.reduce((count, kind) => count + tally.failed[kind], 0)
  const [errors, repeated] = [sum(seenKinds), sum(['heartbeats', 'saves'])]
  const longest = Math.max(...Object.values(tally.longest))
  const missed =
    lost > 0 ||
    (fault.mostSeconds !== undefined && longest > fault.mostSeconds) ||
    (fault.mustNotShow === true && errors + repeated > 0)
  const { acknowledged, answers } = tally
  return {
    name: fault.name,
    lost,
    longest,
    longestOf: tally.longest,
    errors,
    repeated,
    acknowledged,
    missed,
    answers,
    seconds,
  }
}

export function renderTable(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ name }) => name))]
  const lines = names.map((name) => {
    const all = rows.filter((row) => row.name === name)
    const range = (pick: (row: Row) => number, digits = 0) => {
      const values = all.map(pick)
      const [least, most] = [Math.min(...values).toFixed(digits), Math.max(...values).toFixed(digits)]
      return least === most ? most : `${least}–${most}`
    }
    const lost = all.reduce((sum, row) => sum + row.lost, 0)
    const cells = [
      ...[name, String(all.length), String(lost), range(({ longest }) => longest, 1)],
      ...[range(({ errors }) => errors), range(({ repeated }) => repeated), range(({ acknowledged }) => acknowledged)],
      ...[range(({ seconds }) => seconds), all.some(({ missed }) => missed) ? 'missed' : ''],
    ]
    return `| ${cells.join(' | ')} |`
  })
  return `
| Component | Times | Lost | Seconds without answers | Errors seen | Repeated by pages | Answered | Whole after, s | Aim |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}
