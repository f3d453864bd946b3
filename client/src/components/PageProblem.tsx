import { ErrorState } from '@ce/ui/States.tsx'
import { useEffect } from 'react'
import { Link, useRouteError } from 'react-router'
import { reportCaught } from '../reporting/reporting.ts'
import classes from './PageProblem.module.css'

interface PageProblemProps {
  /** the way out */
  home: string
}

/** The same where no layout stands around it. */
export function RootProblem(props: PageProblemProps) {
  return (
    <main>
      <PageProblem {...props} />
    </main>
  )
}

/** In place of a page inside a layout: its code did not load, or it broke. */
export function PageProblem({ home }: PageProblemProps) {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    reportCaught(error)
  }, [error])
  const notLoaded = error instanceof Error && isChunkFailure(error)
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">页面出错了</h1>
      <ErrorState
        title={notLoaded ? '页面没有加载完整' : '页面出错了'}
        action={
          <span className={classes.actions}>
            <button type="button" className={classes.primary} onClick={() => location.reload()}>
              重新加载
            </button>
            <Link to={home} reloadDocument>
              返回首页
            </Link>
          </span>
        }
      >
        {notLoaded
          ? '可能是网络中断，或平台刚刚更新。请检查网络后重新加载。'
          : '您的数据没有受到影响。请重新加载；如仍出错，请联系客服。'}
      </ErrorState>
    </div>
  )
}

/** What browsers say when a lazy chunk is not there (any more). */
function isChunkFailure(error: Error): boolean {
  return /dynamically imported module|importing a module script|Unable to preload CSS|error loading/i.test(
    error.message,
  )
}
