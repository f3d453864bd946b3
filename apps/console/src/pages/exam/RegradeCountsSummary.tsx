import type { Regrade, RegradeOutcome } from '@ce/client/staff/exam.ts'
import { regradeOutcomeHints, regradeOutcomeNames } from '@ce/contract/regrade-outcomes'
import cards from '../../components/cards.module.css'
import { hoursFromTenthsText } from './regrade-labels.ts'

export function RegradeCountsPanel({ counts }: { counts: Regrade['counts'] }) {
  const outcomes = Object.entries(regradeOutcomeNames) as [RegradeOutcome, string][]
  const { hoursGained, hoursLost, proofsIssued, proofsRevoked, yearClosed } = counts
  return (
    <dl className={cards.facts}>
      <div>
        <dt>答卷</dt>
        <dd>{counts.papers} 份</dd>
      </div>
      {outcomes
        .filter(([outcome]) => counts.outcomes[outcome])
        .map(([outcome, name]) => (
          <div key={outcome}>
            <dt>{name}</dt>
            <dd>
              {counts.outcomes[outcome]} 份
              {regradeOutcomeHints[outcome] && <span className={cards.hint}>（{regradeOutcomeHints[outcome]}）</span>}
            </dd>
          </div>
        ))}
      <div>
        <dt>学时</dt>
        <dd>
          计入 {hoursFromTenthsText(hoursGained)}，冲销 {hoursFromTenthsText(hoursLost)}
        </dd>
      </div>
      <div>
        <dt>学时证明</dt>
        <dd>
          新发 {proofsIssued} 份，撤销 {proofsRevoked} 份
        </dd>
      </div>
      {yearClosed > 0 && (
        <div>
          <dt>年度已截止</dt>
          <dd>
            {yearClosed} 份<span className={cards.hint}>（不处理）</span>
          </dd>
        </div>
      )}
    </dl>
  )
}
