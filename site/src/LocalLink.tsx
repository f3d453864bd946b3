import { desktopPathOf } from '@ce/contract/mobile'
import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { isRouterPath } from './paths.ts'

interface LocalLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path set by staff or the server, for desktop or phone pages. */
  to: string
}

/** The link stays in the open version, desktop or phone; the browser loads what the router does not know. */
export function LocalLink({ to, ...rest }: LocalLinkProps) {
  const [pathname = '', ...query] = to.split(/(?=[?#])/)
  const path = desktopPathOf(pathname)
  return isRouterPath(path) ? <Link to={path + query.join('')} {...rest} /> : <a href={to} {...rest} />
}
