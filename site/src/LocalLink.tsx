import { desktopPath } from '@ce/contract/mobile'
import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { isRouted } from './paths.ts'

interface LocalLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** a path of the portal that staff or the server gave, with its query; of either version */
  to: string
}

/** A link to a page of the portal that is given as data: it stays in the version that is open, and what is no page the browser loads. */
export function LocalLink({ to, ...rest }: LocalLinkProps) {
  const [pathname = '', ...query] = to.split(/(?=[?#])/)
  const path = desktopPath(pathname)
  return isRouted(path) ? <Link to={path + query.join('')} {...rest} /> : <a href={to} {...rest} />
}
