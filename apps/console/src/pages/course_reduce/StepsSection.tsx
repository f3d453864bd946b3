import { formatDateTime, formatHoursUnit } from '@ce/client/format.ts'
import { reductionStepWords } from '@ce/client/reduction-words.ts'
import type { DeskStep } from '@ce/client/staff/course_reduce.ts'
import classes from './Reductions.module.css'

/** Who did what, oldest first. */
export function StepsSection({ steps }: { steps: readonly DeskStep[] }) {
  return (
    <section className={classes.card} aria-labelledby="trail">
      <h2 id="trail">审核经过</h2>
      <ol className={classes.steps}>
        {steps.map(({ at, action, by, opinion, hours }) => (
          <li key={at}>
            <strong>{reductionStepWords[action]}</strong>
            {hours !== null && `（${formatHoursUnit(hours)}）`}{' '}
            <span className={classes.hint}>
              {by} {formatDateTime(at)}
            </span>
            {opinion && <p>{opinion}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
