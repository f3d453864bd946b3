import { siteInfoQuery } from '@ce/client/first_page.ts'
import { DoorFrame } from '@ce/frame/DoorFrame.tsx'
import { telephone } from '@ce/site/telephone.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SiteName } from '../../components/SiteName.tsx'

/** The frame of login and registration: the site's name, one card, whom to call. */
export function DoorLayout({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { data: site } = useQuery(siteInfoQuery())
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
      {children}
    </DoorFrame>
  )
}
