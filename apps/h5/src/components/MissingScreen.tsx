import { versionLink } from '@ce/contract/mobile'
import { buttonClass } from '@ce/ui/Button.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Screen } from './Screen.tsx'

/** An address of the private area that has no screen here. */
export function MissingScreen() {
  const { pathname, search } = useLocation()
  return (
    <Screen title="没有这一页" back={paths.dashboard()}>
      <EmptyState
        title="手机版没有这一页"
        action={
          <a
            className={buttonClass()}
            href={versionLink('desktop', pathname, search)}
            rel="nofollow"
          >
            在电脑版中打开
          </a>
        }
      >
        地址可能输入有误，也可能只在电脑版提供。电脑版在手机上也能打开。
      </EmptyState>
    </Screen>
  )
}
