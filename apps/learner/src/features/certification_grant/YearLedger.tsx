import { type LedgerEntry, ownHoursLedgerQuery } from '@ce/client/certification_grant.ts'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDate, formatHoursUnit } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { hoursSourceNames } from '@ce/contract/statistics-names'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import classes from './Grant.module.css'

/** Loads 学时明细 only when the student opens it (docs/rules/hours-and-proof.md#why-this-number). */
export function YearLedgerDetails({ year: { year, title } }: { year: { year: number; title: string } }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className={classes.ledger} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>
        学时明细<span className="visually-hidden">：{title}</span>
      </summary>
      {opened && <Entries year={year} />}
    </details>
  )
}

function Entries({ year }: { year: number }) {
  const query = useQuery(ownHoursLedgerQuery(year))
  return (
    <QueryContent query={query} skeleton={<Skeleton shape={['line', 'line', 'line']} />}>
      {({ entries }) => <LedgerEntryList entries={entries} />}
    </QueryContent>
  )
}

export function LedgerEntryList({ entries }: { entries: readonly LedgerEntry[] }) {
  if (entries.length === 0) return <p>这个年度还没有入账的学时。</p>
  const sums = ledgerEntrySums(entries)
  return (
    <>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <LedgerRow key={entry.seq} entry={entry} />
        ))}
      </ul>
      <p className={classes.sum}>
        合计：{subjectNames.PROFESSIONAL} {formatHoursUnit(sums.PROFESSIONAL)}，{subjectNames.PUBLIC}{' '}
        {formatHoursUnit(sums.PUBLIC)}
      </p>
    </>
  )
}

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const { title, subject, hours, at, firstAt, reversed } = entry
  const ways = entrySourceLinks(entry)
  return (
    <li>
      <p className={classes.entry}>
        <span>{title}</span>
        <span className={classes.hours}>{formatHoursUnit(hours)}</span>
      </p>
      <p className={card.quiet}>
        {formatDate(firstAt ?? at)}，{subjectNames[subject]}，{ledgerEntryText(entry)}
      </p>
      {reversed && <StatusMark kind="error">已冲销</StatusMark>}
      {ways.length > 0 && (
        <p className={classes.ways}>
          {ways.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
              <span className="visually-hidden">（{title}）</span>
            </Link>
          ))}
        </p>
      )}
    </li>
  )
}

export function ledgerEntryText({ source, reference, at, firstAt }: LedgerEntry): string {
  const what = source === 'ADJUST' ? '合并账号时转入' : hoursSourceNames[source]
  const paper = reference ? `，登记依据 ${reference}` : ''
  return `${what}${paper}${firstAt ? `，${formatDate(at)} 记入本账号` : ''}`
}

/** Links to the origin of an entry. A reversal links to the entry that it reverses. */
export function entrySourceLinks(entry: LedgerEntry): { to: string; label: string }[] {
  const { source, sitting, reductionId, reversed } = entry
  if (reductionId) return [{ to: paths.reduction(reductionId), label: '减免申请' }]
  if (sitting) {
    const { signId, signCourseId, attemptId, lessons } = sitting
    // Link to the answer log of a voided attempt, because its answers may be hidden until the next attempt.
    const tab = reversed || source === 'REVERSAL' ? 'log' : undefined
    return [
      { to: paths.attempt(signId, signCourseId, attemptId, tab), label: '考试记录' },
      ...lessons.map(({ id, title }) => ({
        to: paths.learnRecord(signId, signCourseId, id),
        label: `学时来源：${title}`,
      })),
    ]
  }
  // The reason for reversing a record is only in the message to the student.
  return source === 'REVERSAL' ? [{ to: paths.messages(), label: '消息通知' }] : []
}

export function ledgerEntrySums(entries: readonly LedgerEntry[]): Record<LedgerEntry['subject'], number> {
  const sums = { PROFESSIONAL: 0, PUBLIC: 0 }
  for (const { subject, hours } of entries) sums[subject] += Math.round(hours * 10)
  return { PROFESSIONAL: sums.PROFESSIONAL / 10, PUBLIC: sums.PUBLIC / 10 }
}
