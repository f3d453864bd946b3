import { Loaded } from '@ce/client/components/Loaded.tsx'
import { yearPlanQuery } from '@ce/client/course.ts'
import { keptProofQuery, keptYearsQuery } from '@ce/client/kept-proofs.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import classes from './Grant.module.css'
import { KeptNote } from './KeptNote.tsx'
import { LedgerCheck } from './LedgerCheck.tsx'
import { PrintYears, printableYears } from './PrintYears.tsx'
import { YearCard } from './YearCard.tsx'
import {
  type GrantYear,
  gapsMatter,
  gapWords,
  grantIntro,
  nextYearWords,
  type PlannedYear,
} from './year-words.ts'

/** milliseconds: so long the hours wait for the ways on, lest what is being read moves; then they show without */
const patienceMs = 3000
/** proofs that are kept for a day without a network though nobody opened them */
const mostReadAhead = 3
const readAheadMs = 10 * 60_000

/** 学时证明: every year with what is earned, what is missing and the way to it, and its proof. */
export function GrantScreen() {
  const query = useQuery(keptYearsQuery())
  useProofsOnDevice(query.data?.list)
  const plan = useQuery(yearPlanQuery())
  const isPatient = usePatience()
  const plans = plan.data?.list ?? []
  const gaps = gapWords(plans)
  const next = nextYearWords(plans)
  return (
    <Screen title="学时证明" tab>
      <Refreshing>
        <Loaded query={query} wait={plan.isPending && isPatient}>
          {({ list, keptAt }) =>
            list.length > 0 ? (
              <>
                <KeptNote of={{ keptAt }} />
                <div className={classes.summary}>
                  <div>
                    {gaps && (
                      <p>
                        <strong>{gaps}</strong>
                        {gapsMatter}
                      </p>
                    )}
                    {next && <p>{next}</p>}
                    {plans.some(lacksPublicHours) && (
                      <p>
                        公需科目在国家平台学习，学完后由协会录入本平台；久未录入的，请联系客服核对，符合条件的也可以申请减免。
                        <Link to={paths.reductionApply()}>去申请减免</Link>
                      </p>
                    )}
                    <p className={card.quiet}>{grantIntro}</p>
                  </div>
                  <PrintYears years={printableYears(list)} />
                </div>
                <ul className={classes.years}>
                  {list.map((year) => (
                    <YearCard
                      key={year.year}
                      year={year}
                      plan={plans.find((one) => one.year === year.year)}
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
      </Refreshing>
    </Screen>
  )
}

/** Public hours are missing that can still be recorded. */
function lacksPublicHours({ missing, step }: PlannedYear): boolean {
  return missing.public > 0 && !['DONE', 'WAIT', 'LOST', 'ABSENT'].includes(step)
}

/** Reads the newest proofs once a visit: without a network they open as they are kept on the device. */
function useProofsOnDevice(years: readonly GrantYear[] = []): void {
  const client = useQueryClient()
  const ids = years.flatMap(({ proofId }) => proofId ?? []).slice(0, mostReadAhead)
  const known = ids.join()
  useEffect(() => {
    for (const id of known.split(',').filter(Boolean))
      void client.prefetchQuery({ ...keptProofQuery(id), staleTime: readAheadMs })
  }, [known, client])
}

/** Whether what only helps is still waited for. */
function usePatience(): boolean {
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isPatient
}
