import { Loaded } from '@ce/client/components/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { LedgerPart } from './LedgerPart.tsx'
import { PrintYears } from './PrintYears.tsx'
import { useGrantYears } from './use-grant-years.ts'
import { printableYears } from './use-print-years.ts'
import { YearCard } from './YearCard.tsx'
import { gapsMatter, gapWords, grantIntro, nextYearWords } from './year-words.ts'

/** 学时: every year with what is earned, what is missing and the way to it, and its proof. */
export function GrantScreen() {
  // the way on is a bonus: the hours show without it
  const { query, plans, waits } = useGrantYears()
  const gaps = gapWords(plans)
  const next = nextYearWords(plans)
  return (
    <Screen title="学时证明" tab>
      <Refreshing>
        <Loaded query={query} wait={waits}>
          {({ list }) =>
            list.length > 0 ? (
              <>
                {gaps && (
                  <p>
                    <strong>{gaps}</strong>
                    {gapsMatter}
                  </p>
                )}
                {next && <p>{next}</p>}
                <PrintYears years={printableYears(list)} />
                {list.map((year) => (
                  <YearCard
                    key={year.year}
                    year={year}
                    plan={plans.find((plan) => plan.year === year.year)}
                  />
                ))}
                <p className={card.quiet}>{grantIntro}</p>
                <LedgerPart />
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
