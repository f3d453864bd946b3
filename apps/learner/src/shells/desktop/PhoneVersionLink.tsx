import classes from '@ce/client/components/SideLayout.module.css'
import { isMobile, versionSwitchLink } from '@ce/contract/mobile'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NavigationIcon } from '../icons.tsx'

const never = () => () => {}

/** Shown only to a phone user who chose the desktop version. */
export function PhoneVersionLink() {
  const { pathname, search } = useLocation()
  const mobile = useSyncExternalStore(
    never,
    () => isMobile(navigator),
    () => false,
  )
  if (!mobile) return null
  return (
    <a className={classes.item} href={versionSwitchLink('phone', pathname, search)} rel="nofollow">
      <NavigationIcon name="phone" />
      手机版
    </a>
  )
}
