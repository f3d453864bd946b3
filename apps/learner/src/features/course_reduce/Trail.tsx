import type { ReductionStep } from '@ce/client/course_reduce.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { reductionStepWords } from '@ce/client/reduction-words.ts'
import classes from './Trail.module.css'

/** How an application was judged, step by step. */
export function Trail({ steps }: { steps: readonly ReductionStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ at, action, opinion }) => (
        <li key={at}>
          <strong>{reductionStepWords[action]}</strong>{' '}
          <span className={classes.small}>{formatDateTime(at)}</span>
          {opinion && <p>{opinion}</p>}
        </li>
      ))}
    </ol>
  )
}
