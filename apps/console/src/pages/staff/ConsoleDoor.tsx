import { siteInfoQuery } from '@ce/client/first_page.ts'
import { DoorFrame } from '@ce/frame/DoorFrame.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Brand } from '../../components/Brand.tsx'

/** The frame of the login and of what must be done before any desk opens. */
export function ConsoleDoor({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const { data: site } = useQuery(siteInfoQuery())
  return (
    <DoorFrame
      name={<Brand />}
      footer={
        <>
          {site?.title}
          {footer}
        </>
      }
    >
      {children}
    </DoorFrame>
  )
}
