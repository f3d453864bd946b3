import { HomeLogoLink } from '@ce/client/components/HomeLogoLink.tsx'
import { paths } from '../paths.ts'

export function Brand() {
  return <HomeLogoLink to={paths.home()} name="管理后台" />
}
