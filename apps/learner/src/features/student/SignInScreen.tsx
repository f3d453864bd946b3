import { SignInFrame } from '@ce/client/components/SignInFrame.tsx'
import { useSiteInfo } from '@ce/site/data.ts'
import { toDialNumber } from '@ce/site/telephone.ts'
import type { ReactNode } from 'react'
import { SiteNameLink } from '../../shells/desktop/SiteName.tsx'

interface DoorProps {
  title: string
  wide?: boolean
  children: ReactNode
}

export function SignInScreen({ title, wide = false, children }: DoorProps) {
  const site = useSiteInfo()
  const footer = (
    <>
      {site?.organizer}
      {site?.phone && (
        <span>
          服务热线 <a href={toDialNumber(site.phone)}>{site.phone}</a>
        </span>
      )}
    </>
  )
  return (
    <SignInFrame name={<SiteNameLink />} footer={footer} wide={wide}>
      <h1>{title}</h1>
      {children}
    </SignInFrame>
  )
}
