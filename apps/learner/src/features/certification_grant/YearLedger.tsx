import { type LedgerEntry, ownLedgerQuery } from '@ce/client/certification_grant.ts'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDate, formatHoursUnit } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { entrySums, entryWays, entryWords, ledgerEmpty } from './ledger-words.ts'
import classes from './YearLedger.module.css'

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
  if (entries.length === 0) return <p>{ledgerEmpty}</p>
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
  const ways = entryWays(entry, paths)
  return (
    <li>
      <p className={classes.head}>
        <span>{title}</span>
        <span className={classes.hours}>{formatHoursUnit(hours)}</span>
      </p>
      <p className={classes.facts}>
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
