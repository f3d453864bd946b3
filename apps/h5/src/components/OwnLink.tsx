import { isPhoneApp, phoneTwin } from '@ce/contract/mobile'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface OwnLinkProps {
  /** a path of the desktop's pages, with its query */
  to: string
  className?: string
  label?: string
  onClick?: () => void
  children: ReactNode
}

/** The phone's way to a page of this site: a screen of this app, or a document. */
export function OwnLink({ to, className, label, onClick, children }: OwnLinkProps) {
  const [pathname = '', ...query] = to.split(/(?=[?#])/)
  const twin = phoneTwin(pathname)
  const address = twin + query.join('')
  const shared = { className, onClick, 'aria-label': label }
  if (isPhoneApp(twin))
    return (
      <Link to={address} {...shared}>
        {children}
      </Link>
    )
  return (
    <a href={address} {...shared}>
      {children}
    </a>
  )
}
