import type { ClientOutput } from '@ce/client/call.ts'
import { formatHours } from '@ce/client/format.ts'
import { printedSourceNames, subjectNames } from '@ce/contract/hours-names'

type Entries = ClientOutput<'GET /certification_grant/v1/info'>['entries']

export function ProofEntries({ entries }: { entries: Entries }) {
  // Two records of a day may be equal, so only their index is a key.
  const rows = entries.map((entry, key) => ({ ...entry, key }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too
    <section className="proof-entries" aria-label="学时明细" tabIndex={0}>
      <table>
        <caption>学时明细</caption>
        <thead>
          <tr>
            <th scope="col">科目</th>
            <th scope="col">来源</th>
            <th scope="col">名称</th>
            <th scope="col" className="proof-number">
              学时
            </th>
            <th scope="col">日期</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.key}>
              <td>{subjectNames[entry.subject]}</td>
              <td>{printedSourceNames[entry.source]}</td>
              <td>{entry.title}</td>
              <td className="proof-number">{formatHours(entry.hours)}</td>
              <td>{entry.date}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
