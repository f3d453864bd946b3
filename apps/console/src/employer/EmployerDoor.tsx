import { HomeLogoLink } from '@ce/client/components/HomeLogoLink.tsx'
import { SignInFrame } from '@ce/client/components/SignInFrame.tsx'
import { employerLogout } from '@ce/client/employer.ts'
import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSignOut } from '../kit/use-sign-out.ts'
import { employerPaths } from './paths.ts'

export function EmployerLoginFrame({ children }: { children: ReactNode }) {
  const { data: site } = useQuery(siteInfoQuery())
  return (
    <SignInFrame name={<EmployerBrand />} footer={site?.title}>
      {children}
    </SignInFrame>
  )
}

export function EmployerBrand() {
  return <HomeLogoLink to={employerPaths.members()} name="单位服务" />
}

export const useEmployerLogout = () => useSignOut('确认退出单位服务？', employerLogout, employerPaths.login())
