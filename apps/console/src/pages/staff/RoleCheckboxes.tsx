import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type Role, roleListQuery } from '@ce/client/staff/staff.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { PermissionList } from './PermissionList.tsx'
import { roleDescription } from './role-text.ts'
import classes from './StaffPage.module.css'

interface RoleChoiceProps {
  value?: string[]
  onChange?: (codes: string[]) => void
}

/** A staff member has the permissions of all selected roles. */
export function RoleCheckboxes({ value = [], onChange }: RoleChoiceProps) {
  const query = useQuery(roleListQuery())
  const change = (code: string, on: boolean) => onChange?.(on ? [...value, code] : value.filter((one) => one !== code))
  return (
    <QueryContent query={query} skeleton={<Skeleton shape={['line', 'line', 'line']} />}>
      {(roles) => (
        <ul className={classes.roles}>
          {usualFirst(roles).map((role) => (
            <li key={role.code} className={classes.role}>
              <Checkbox
                checked={value.includes(role.code)}
                aria-describedby={`may-${role.code}`}
                onChange={({ target }) => change(role.code, target.checked)}
              >
                {role.title}
              </Checkbox>
              <May role={role} />
            </li>
          ))}
        </ul>
      )}
    </QueryContent>
  )
}

function May({ role: { code, permissions, totpRequired } }: { role: Role }) {
  return (
    <div className={classes.may}>
      <p id={`may-${code}`}>
        {[roleDescription(code), totpRequired && '正式环境必须绑定动态口令'].filter(Boolean).join('；')}
      </p>
      <PermissionList held={permissions} />
    </div>
  )
}

/** Roles that need two-factor codes are rare, so they come last. */
function usualFirst(roles: readonly Role[]): Role[] {
  return [...roles].sort((a, b) => Number(a.totpRequired) - Number(b.totpRequired))
}
