import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import { byArea } from './permission-areas.ts'
import classes from './StaffPage.module.css'

/** What somebody may do, one thing a line below the menu's headings. */
export function PermissionList({ held }: { held: readonly Permission[] }) {
  return (
    <dl className={classes.permissions}>
      {[...byArea(held)].map(([title, names]) => (
        <div key={title}>
          <dt>{title}</dt>
          {names.map((name) => (
            <dd key={name}>{permissions[name]}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
