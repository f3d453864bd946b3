import { staffLogout } from '@ce/client/staff/staff.ts'
import { useSignOut } from '../kit/use-sign-out.ts'
import { paths } from '../paths.ts'

/** In its own file, so that employer pages do not load staff code. */
export const useStaffLogout = () => useSignOut('确认退出管理后台？', staffLogout, paths.login())
