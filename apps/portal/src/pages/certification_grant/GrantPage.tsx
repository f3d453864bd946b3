import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { useGrantYears } from '@ce/frame/student/grant/use-grant-years.ts'
import { printableYears } from '@ce/frame/student/grant/use-print-years.ts'
import {
  gapsMatter,
  gapWords,
  grantIntro,
  nextYearWords,
  type PlannedYear,
} from '@ce/frame/student/grant/year-words.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import classes from './GrantPage.module.css'
import { LedgerCheck } from './LedgerCheck.tsx'
import { PrintYears } from './PrintYears.tsx'
import { YearCard } from './YearCard.tsx'

/** 学时证明: every year with what is earned, what is missing and the shortest way to it, and its proof. */
export function GrantPage() {
  // the way on is a bonus: the hours show without it
  const { query, plans, waits } = useGrantYears()
  return (
    <>
      <PageHeader title="学时证明">{grantIntro}</PageHeader>
      <Loaded query={query} wait={waits}>
        {({ list }) =>
          list.length > 0 ? (
            <>
              <div className={classes.summary}>
                <Gaps plans={plans} />
                <PrintYears years={printableYears(list)} />
              </div>
              <ul className={classes.years}>
                {list.map((year) => (
                  <YearCard
                    key={year.year}
                    year={year}
                    plan={plans.find((plan) => plan.year === year.year)}
                  />
                ))}
              </ul>
              <LedgerCheck />
            </>
          ) : (
            <EmptyState title={emptyWords.grantYears.title}>
              {emptyWords.grantYears.text}
            </EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

/** What stands between the student and a registration, in a sentence; and what begins next. */
function Gaps({ plans }: { plans: PlannedYear[] }) {
  if (plans.length === 0) return null
  const next = nextYearWords(plans)
  return (
    <div>
      <p>
        <strong>{gapWords(plans)}</strong>
        {gapsMatter}
      </p>
      {next && <p>{next}</p>}
    </div>
  )
}
