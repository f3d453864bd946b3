import classes from './teaching.module.css'

/** Rendered even without a problem, so that screen readers announce a new one. */
export function NumberFieldProblem({ id, problem }: { id: string; problem: string | null }) {
  return (
    <p id={id} className={classes.problem} aria-live="polite">
      {problem}
    </p>
  )
}
