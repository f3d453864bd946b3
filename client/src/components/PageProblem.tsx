import { ErrorState } from '@ce/ui/States.tsx'
import { useEffect, useRef } from 'react'
import { Link, useRouteError } from 'react-router'
import { useConnection } from '../online.ts'
import { reportError } from '../reporting/reporting.ts'
import classes from './PageProblem.module.css'

interface PageProblemProps {
  home: string
}

/** Error screen for pages that have no layout around them. */
export function RootErrorScreen(props: PageProblemProps) {
  return (
    <main>
      <PageErrorScreen {...props} />
    </main>
  )
}

export function PageErrorScreen({ home }: PageProblemProps) {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    reportError(error)
  }, [error])
  const notLoaded = error instanceof Error && isChunkFailure(error)
  useReloadOnceBack(notLoaded)
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

function useReloadOnceBack(notLoaded: boolean): void {
  const connection = useConnection()
  const wasGone = useRef(false)
  useEffect(() => {
    if (connection !== 'online') wasGone.current = true
    else if (notLoaded && wasGone.current) location.reload()
  }, [connection, notLoaded])
}

/** Recognises the browsers' messages for a missing script chunk. */
function isChunkFailure(error: Error): boolean {
  return /dynamically imported module|importing a module script|Unable to preload CSS|error loading/i.test(
    error.message,
  )
}
