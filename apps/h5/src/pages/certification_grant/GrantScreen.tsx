import { grantQuery } from '@ce/client/certification_grant.ts'
import { yearPlanQuery } from '@ce/client/course.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { printableYears } from '@ce/frame/student/grant/use-print-years.ts'
import { gapWords } from '@ce/frame/student/grant/year-words.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import card from '../../components/card.module.css'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { LedgerPart } from './LedgerPart.tsx'
import { PrintYears } from './PrintYears.tsx'
import { YearCard } from './YearCard.tsx'

/** 学时: every year with what is earned, what is missing and the way to it, and its proof. */
export function GrantScreen() {
  const query = useQuery(grantQuery())
  // the way on is a bonus: the hours show without it
  const plans = useQuery(yearPlanQuery()).data?.list ?? []
  const gaps = gapWords(plans)
  return (
    <Screen title="学时证明" tab>
      <Refreshing query={query}>
        <Loaded query={query}>
          {({ list }) =>
            list.length > 0 ? (
              <>
                {gaps && (
                  <p>
                    <strong>{gaps}</strong>
                  </p>
                )}
                <PrintYears years={printableYears(list)} />
                {list.map((year) => (
                  <YearCard
                    key={year.year}
                    year={year}
                    plan={plans.find((plan) => plan.year === year.year)}
                  />
                ))}
                <p className={card.quiet}>
                  专业科目和公需科目都达到要求后，证明自动生成。超出的学时不会转入另一科目或下一年度。
                </p>
                <LedgerPart />
              </>
            ) : (
              <EmptyState title="还没有可查询的年度">
                年度计划公布后，这里会列出每年的学时。
              </EmptyState>
            )
          }
        </Loaded>
      </Refreshing>
    </Screen>
  )
}
