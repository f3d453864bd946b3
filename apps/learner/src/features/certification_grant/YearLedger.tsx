import { type LedgerEntry, ownLedgerQuery } from '@ce/client/certification_grant.ts'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDate, formatHoursUnit } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { sourceNames } from '@ce/contract/statistics-names'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import classes from './Grant.module.css'

/** 学时明细: why a year's figures are what they are (product §4), asked for once somebody opens it. */
export function YearLedger({ year: { year, title } }: { year: { year: number; title: string } }) {
  const [opened, setOpened] = useState(false)
  return (
    <details
      className={classes.ledger}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        学时明细<span className="visually-hidden">：{title}</span>
      </summary>
      {opened && <Entries year={year} />}
    </details>
  )
}

function Entries({ year }: { year: number }) {
  const query = useQuery(ownLedgerQuery(year))
  return (
    <Loaded query={query} skeleton={<Skeleton shape={['line', 'line', 'line']} />}>
      {({ entries }) => <LedgerEntries entries={entries} />}
    </Loaded>
  )
}

/** Each entry with the ways to what is behind it, and what all of them add up to. */
export function LedgerEntries({ entries }: { entries: readonly LedgerEntry[] }) {
  if (entries.length === 0) return <p>这个年度还没有入账的学时。</p>
  const sums = entrySums(entries)
  return (
    <>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <LedgerRow key={entry.seq} entry={entry} />
        ))}
      </ul>
      <p className={classes.sum}>
        合计：{subjectNames.PROFESSIONAL} {formatHoursUnit(sums.PROFESSIONAL)}，
        {subjectNames.PUBLIC} {formatHoursUnit(sums.PUBLIC)}
      </p>
    </>
  )
}

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const { title, subject, hours, at, firstAt, reversed } = entry
  const ways = entryWays(entry)
  return (
    <li>
      <p className={classes.entry}>
        <span>{title}</span>
        <span className={classes.hours}>{formatHoursUnit(hours)}</span>
      </p>
      <p className={card.quiet}>
        {formatDate(firstAt ?? at)}，{subjectNames[subject]}，{entryWords(entry)}
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

/** What an entry is, beside its title and its day: where the hours come from, the paper behind them, and since when they stand here if that is later. */
export function entryWords({ source, reference, at, firstAt }: LedgerEntry): string {
  const what = source === 'ADJUST' ? '合并账号时转入' : sourceNames[source]
  const paper = reference ? `，登记依据 ${reference}` : ''
  return `${what}${paper}${firstAt ? `，${formatDate(at)} 记入本账号` : ''}`
}

/** Where an entry's hours can be looked into; a reversal leads to what it takes back, which says why. */
export function entryWays(entry: LedgerEntry): { to: string; label: string }[] {
  const { source, sitting, reductionId, reversed } = entry
  if (reductionId) return [{ to: paths.reduction(reductionId), label: '减免申请' }]
  if (sitting) {
    const { signId, signCourseId, attemptId, lessons } = sitting
    // the right answers of a sitting that was voided may be kept back until the next; what was handed in never is
    const tab = reversed || source === 'REVERSAL' ? 'log' : undefined
    return [
      { to: paths.attempt(signId, signCourseId, attemptId, tab), label: '考试记录' },
      ...lessons.map(({ id, title }) => ({
        to: paths.learnRecord(signId, signCourseId, id),
        label: `学时来源：${title}`,
      })),
    ]
  }
  // the reason of a record's reversal is told by a message, nowhere else
  return source === 'REVERSAL' ? [{ to: paths.messages(), label: '消息通知' }] : []
}

/** What the entries add up to in each bucket: the figures above them. */
export function entrySums(entries: readonly LedgerEntry[]): Record<LedgerEntry['subject'], number> {
  const sums = { PROFESSIONAL: 0, PUBLIC: 0 }
  for (const { subject, hours } of entries) sums[subject] += Math.round(hours * 10)
  return { PROFESSIONAL: sums.PROFESSIONAL / 10, PUBLIC: sums.PUBLIC / 10 }
}
