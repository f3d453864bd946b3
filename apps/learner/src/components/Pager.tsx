import { Button } from '@ce/ui/Button.tsx'
import classes from './Pager.module.css'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  return (
    <span className={classes.pager}>
      <Button kind="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        上一页
      </Button>
      <span>
        {page} / {last}
      </span>
      <Button kind="quiet" disabled={page >= last} onClick={() => onPage(page + 1)}>
        下一页
      </Button>
    </span>
  )
}
