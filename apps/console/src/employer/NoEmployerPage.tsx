import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import { employerPaths } from './paths.ts'

export function NoEmployerPage() {
  return (
    <EmptyState title="页面不存在" action={<Link to={employerPaths.members()}>回到人员名单</Link>}>
      地址可能写错了，或页面已经移走。
    </EmptyState>
  )
}
