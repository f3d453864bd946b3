import { EmptyState } from '@ce/ui/States.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { paths } from '../../paths.ts'

export function NoSuchPage() {
  return (
    <>
      <h1 className="visually-hidden">页面不存在</h1>
      <EmptyState title="没有找到这个页面" action={<LinkButton to={paths.home()}>返回待办</LinkButton>}>
        地址可能有误，或这个页面已经改了地方。请从菜单重新进入。
      </EmptyState>
    </>
  )
}
