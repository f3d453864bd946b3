import { useStep } from '@ce/frame/student/invitation/use-step.ts'
import { type Todo, todoKey } from '@ce/frame/student/next-step.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import classes from './DashboardPage.module.css'

/** What else waits for the student; what an employer waits for is told above (InvitationNote). */
export function TodoList({ todo, hasNext }: { todo: readonly Todo[]; hasNext: boolean }) {
  const stepOf = useStep()
  const items = todo.map((item) => ({
    ...{ id: todoKey(item), year: item.year },
    ...stepOf(item),
  }))
  if (items.length === 0)
    return (
      <EmptyState title={hasNext ? '没有其他待办' : '没有待办事项'}>
        {hasNext ? '完成上面的下一步即可。' : '有需要办理的事项时会显示在这里。'}
      </EmptyState>
    )
  return (
    <ul className={classes.todo}>
      {items.map(({ id, year, title, action, to }) => (
        <li key={id}>
          <span>
            <span className={classes.year}>{year} 年度</span>
            {title}
          </span>
          <Link to={to} aria-label={`${action}：${title}`}>
            {action}
          </Link>
        </li>
      ))}
    </ul>
  )
}
