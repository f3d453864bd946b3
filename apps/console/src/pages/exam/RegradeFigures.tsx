import type { Regrade, RegradeOutcome } from '@ce/client/staff/exam.ts'
import cards from '../../components/cards.module.css'
import { hoursWords, outcomeHints, outcomeNames } from './regrade-words.ts'

/** What marking a question anew does, in numbers. */
export function RegradeFigures({ counts }: { counts: Regrade['counts'] }) {
  const outcomes = Object.entries(outcomeNames) as [RegradeOutcome, string][]
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
              {outcomeHints[outcome] && (
                <span className={cards.hint}>（{outcomeHints[outcome]}）</span>
              )}
            </dd>
          </div>
        ))}
      <div>
        <dt>学时</dt>
        <dd>
          计入 {hoursWords(hoursGained)}，冲销 {hoursWords(hoursLost)}
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
