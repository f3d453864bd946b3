import { daySpanProblem } from '@ce/contract/search-limits'
import classes from './SearchForm.module.css'

/** Why a search is not made, below the field that it is about. */
export function SearchProblem({ id, problem }: { id?: string; problem: string | null }) {
  return (
    <div id={id} role="alert" className={classes.problem}>
      {problem}
    </div>
  )
}

/** The same of two days, the first after the last. */
export function DaySpanProblem({ from, to }: { from: string | undefined; to: string | undefined }) {
  const problem = daySpanProblem(from, to)
  return <SearchProblem problem={problem && `结束日期${problem}`} />
}
