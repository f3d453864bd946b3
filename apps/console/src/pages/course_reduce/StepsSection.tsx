import { formatDateTime, formatHoursUnit } from '@ce/client/format.ts'
import { reductionStepLabels } from '@ce/client/reduction-text.ts'
import type { DeskReductionStep } from '@ce/client/staff/course_reduce.ts'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import classes from './Reductions.module.css'

export function ReductionStepsSection({ steps }: { steps: readonly DeskReductionStep[] }) {
  return (
    <CardSection id="trail" title="审核经过">
      <ol className={classes.steps}>
        {steps.map(({ at, action, by, opinion, hours }) => (
          <li key={at}>
            <strong>{reductionStepLabels[action]}</strong>
            {hours !== null && `（${formatHoursUnit(hours)}）`}{' '}
            <span className={cards.hint}>
              {by} {formatDateTime(at)}
            </span>
            {opinion && <p>{opinion}</p>}
          </li>
        ))}
      </ol>
    </CardSection>
  )
}
