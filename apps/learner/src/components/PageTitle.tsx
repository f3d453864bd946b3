import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Screen readers read the first page's title themselves; this announces the titles of later pages. */
export function PageTitleAnnouncer() {
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
