import { MobileOutlined } from '@ant-design/icons'
import { isMobile, versionLink } from '@ce/contract/mobile'
import { useLocation } from 'react-router'
import classes from './MessagesLink.module.css'

/** The way back for a phone's user who asked for the desktop version; nobody else needs it. */
export function PhoneVersionLink() {
  const { pathname, search } = useLocation()
  if (!isMobile(navigator)) return null
  return (
    <a className={classes.link} href={versionLink('phone', pathname, search)} rel="nofollow">
      <MobileOutlined aria-hidden />
      手机版
    </a>
  )
}
