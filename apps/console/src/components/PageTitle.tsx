import { useEffect } from 'react'
import { usePageHandle } from './use-page-handle.ts'

/** The document title `页面 - 管理后台` on each navigation, told to screen readers too. */
export function PageTitle() {
  const title = usePageHandle()?.title
  useEffect(() => {
    document.title = title ? `${title} - 管理后台` : '管理后台'
  }, [title])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
