import classes from './teaching.module.css'

/** What is wrong with a number, beneath its field; there also while nothing is, so that what comes is told. */
export function FieldProblem({ id, problem }: { id: string; problem: string | null }) {
  return (
    <p id={id} className={classes.problem} aria-live="polite">
      {problem}
    </p>
  )
}
