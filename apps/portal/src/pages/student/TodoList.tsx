import { useStep } from '@ce/frame/student/invitation/use-step.ts'
import { type Todo, todoKey } from '@ce/frame/student/next-step.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import classes from './DashboardPage.module.css'

/** What else waits for the student. */
export function TodoList({ todo, hasNext }: { todo: readonly Todo[]; hasNext: boolean }) {
  const stepOf = useStep()
  if (todo.length === 0)
    return (
      <EmptyState title={hasNext ? '没有其他待办' : '没有待办事项'}>
        {hasNext ? '完成上面的下一步即可。' : '有需要办理的事项时会显示在这里。'}
      </EmptyState>
    )
  return (
    <ul className={classes.todo}>
      {todo.map((item) => {
        const { action, to } = stepOf(item)
        return (
          <li key={todoKey(item)}>
            <span>
              <span className={classes.year}>{item.year} 年度</span>
              {item.title}
            </span>
            <Link to={to} aria-label={`${action}：${item.title}`}>
              {action}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
