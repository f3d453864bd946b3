import { SignInFrame } from '@ce/client/components/SignInFrame.tsx'
import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Brand } from '../../components/Brand.tsx'

/** The frame of the login page and of required steps, such as a password change. */
export function StaffLoginFrame({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const { data: site } = useQuery(siteInfoQuery())
  return (
    <SignInFrame
      name={<Brand />}
      footer={
        <>
          {site?.title}
          {footer}
        </>
      }
    >
      {children}
    </SignInFrame>
  )
}
