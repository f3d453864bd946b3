import { DoorFrame } from '@ce/client/components/DoorFrame.tsx'
import { useSiteInfo } from '@ce/site/data.ts'
import { telephone } from '@ce/site/telephone.ts'
import type { ReactNode } from 'react'
import { SiteName } from '../../shells/desktop/SiteName.tsx'

interface DoorProps {
  title: string
  /** for a form of two columns */
  wide?: boolean
  children: ReactNode
}

/** Login and registration in both shells: the site's name, one card, whom to call. */
export function Door({ title, wide = false, children }: DoorProps) {
  const site = useSiteInfo()
  const footer = (
    <>
      {site?.organizer}
      {site?.phone && (
        <span>
          服务热线 <a href={telephone(site.phone)}>{site.phone}</a>
        </span>
      )}
    </>
  )
  return (
    <DoorFrame name={<SiteName />} footer={footer} wide={wide}>
      <h1>{title}</h1>
      {children}
    </DoorFrame>
  )
}
