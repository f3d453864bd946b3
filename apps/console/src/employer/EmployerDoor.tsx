import { DoorFrame } from '@ce/client/components/DoorFrame.tsx'
import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmployerBrand } from './EmployerLayout.tsx'

/** The frame of the employers' login and of what must be done before anything opens. */
export function EmployerDoor({ children }: { children: ReactNode }) {
  const { data: site } = useQuery(siteInfoQuery())
  return (
    <DoorFrame name={<EmployerBrand />} footer={site?.title}>
      {children}
    </DoorFrame>
  )
}
