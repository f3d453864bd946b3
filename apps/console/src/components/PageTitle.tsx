import { useEffect } from 'react'
import { usePageHandle } from './use-page-handle.ts'

/** Sets the document title `页面 - 管理后台` and announces it to screen readers. */
export function PageTitle({ site = '管理后台' }: { site?: string }) {
  const title = usePageHandle()?.title
  useEffect(() => {
    document.title = title ? `${title} - ${site}` : site
  }, [title, site])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
