import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import { groupPermissionsByArea } from './permission-areas.ts'
import classes from './StaffPage.module.css'

/** Lists permissions by menu heading, collapsed at first. */
export function PermissionList({ held }: { held: readonly Permission[] }) {
  if (held.length === 0) return '暂无后台权限'
  return (
    <details className={classes.permissions}>
      <summary>全部权限（{held.length} 项）</summary>
      <dl>
        {[...groupPermissionsByArea(held)].map(([title, names]) => (
          <div key={title}>
            <dt>{title}</dt>
            {names.map((name) => (
              <dd key={name}>{permissions[name]}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  )
}
