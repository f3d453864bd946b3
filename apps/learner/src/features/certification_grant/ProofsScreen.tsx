import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { yearPlanQuery } from '@ce/client/course.ts'
import { storedProofQuery, storedProofYearsQuery } from '@ce/client/stored-proofs.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import classes from './Grant.module.css'
import { HoursLedgerCheck } from './LedgerCheck.tsx'
import { PrintYearsButton, printableYears } from './PrintYears.tsx'
import { StoredCopyNote } from './StoredCopyNote.tsx'
import { ProofYearCard } from './YearCard.tsx'
import type { PlannedYear, ProofYear } from './year-text.ts'
import { incompleteYearsReason, incompleteYearsText, nextYearOpeningText, proofsIntroText } from './year-text.ts'

/** How long to wait for the year plan in milliseconds, so that the page does not jump. */
const patienceMs = 3000
/** How many of the newest proofs are stored for offline use before they are opened. */
const mostReadAhead = 3
const readAheadMs = 10 * 60_000

export function ProofsScreen() {
  const query = useQuery(storedProofYearsQuery())
  useProofsOnDevice(query.data?.list)
  const plan = useQuery(yearPlanQuery())
  const isPatient = usePatience()
  const plans = plan.data?.list ?? []
  const gaps = incompleteYearsText(plans)
  const next = nextYearOpeningText(plans)
  return (
    <ScreenLayout title="学时证明" tab>
      <PullToRefresh>
        <QueryContent query={query} wait={plan.isPending && isPatient}>
          {({ list, keptAt }) =>
            list.length > 0 ? (
              <>
                <StoredCopyNote of={{ keptAt }} />
                <div className={classes.summary}>
                  <div>
                    {gaps && (
                      <p>
                        <strong>{gaps}</strong>
                        {incompleteYearsReason}
                      </p>
                    )}
                    {next && <p>{next}</p>}
                    {plans.some(lacksPublicHours) && (
                      <p>
                        公需科目在国家平台学习，学完后由协会录入本平台；久未录入的，请联系客服核对，符合条件的也可以申请减免。
                        <Link to={paths.reductionApply()}>去申请减免</Link>
                      </p>
                    )}
                    <p className={card.quiet}>{proofsIntroText}</p>
                  </div>
                  <PrintYearsButton years={printableYears(list)} />
                </div>
                <ul className={classes.years}>
                  {list.map((year) => (
                    <ProofYearCard key={year.year} year={year} plan={plans.find((one) => one.year === year.year)} />
                  ))}
                </ul>
                <HoursLedgerCheck />
              </>
            ) : (
              <EmptyState title={emptyScreenTexts.grantYears.title}>{emptyScreenTexts.grantYears.text}</EmptyState>
            )
          }
        </QueryContent>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function lacksPublicHours({ missing, step }: PlannedYear): boolean {
  return missing.public > 0 && !['DONE', 'WAIT', 'LOST', 'ABSENT'].includes(step)
}

/** Fetches the newest proofs once per visit, so that they open from the device when offline. */
function useProofsOnDevice(years: readonly ProofYear[] = []): void {
  const client = useQueryClient()
  const ids = years.flatMap(({ proofId }) => proofId ?? []).slice(0, mostReadAhead)
  const known = ids.join()
  useEffect(() => {
    for (const id of known.split(',').filter(Boolean))
      void client.prefetchQuery({ ...storedProofQuery(id), staleTime: readAheadMs })
  }, [known, client])
}

/** True while the page waits for the year plan; after a while it is shown without the plan. */
function usePatience(): boolean {
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isPatient
}
