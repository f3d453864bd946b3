import { HomeMark } from '@ce/client/components/HomeMark.tsx'
import { paths } from '../paths.ts'

/** The console's name, the way back to its home page. */
export function Brand() {
  return <HomeMark to={paths.home()} name="管理后台" />
}
