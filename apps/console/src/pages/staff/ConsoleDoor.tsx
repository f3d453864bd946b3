import { DoorFrame } from '@ce/client/components/DoorFrame.tsx'
import { siteInfoQuery } from '@ce/client/first_page.ts'
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
