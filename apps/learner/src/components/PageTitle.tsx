import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells screen readers the title of the page a navigation led to; the first page's they read themselves. */
export function PageTitle() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
