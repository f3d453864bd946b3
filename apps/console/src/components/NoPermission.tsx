import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import { EmptyState } from '@ce/ui/States.tsx'
import { LinkButton } from '../kit/LinkButton.tsx'
import { paths } from '../paths.ts'

export function NoPermission({ permission }: { permission: Permission }) {
  return (
    <>
      <h1 className="visually-hidden">没有权限</h1>
      <EmptyState title="没有权限" action={<LinkButton to={paths.home()}>返回待办</LinkButton>}>
        这个页面需要“{permissions[permission]}
        ”权限，您的角色没有这项权限。如工作需要，请联系超级管理员。
      </EmptyState>
    </>
  )
}
