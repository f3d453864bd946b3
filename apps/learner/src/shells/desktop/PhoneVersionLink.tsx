import classes from '@ce/client/components/SideLayout.module.css'
import { isMobile, versionLink } from '@ce/contract/mobile'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Mark } from '../marks.tsx'

const never = () => () => {}

/** The way back for a phone's user who asked for the desktop version; nobody else needs it. */
export function PhoneVersionLink() {
  const { pathname, search } = useLocation()
  const mobile = useSyncExternalStore(
    never,
    () => isMobile(navigator),
    () => false,
  )
  if (!mobile) return null
  return (
    <a className={classes.item} href={versionLink('phone', pathname, search)} rel="nofollow">
      <Mark name="phone" />
      手机版
    </a>
  )
}
