import { roleListQuery } from '@ce/client/staff/staff.ts'
import { permissions } from '@ce/contract/permissions'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import classes from './StaffPage.module.css'

interface RoleChoiceProps {
  /** Form.Item gives them */
  value?: string[]
  onChange?: (codes: string[]) => void
}

/** The roles with what each may do; a person has the sum of theirs. */
export function RoleChoice({ value = [], onChange }: RoleChoiceProps) {
  const query = useQuery(roleListQuery())
  const change = (code: string, on: boolean) =>
    onChange?.(on ? [...value, code] : value.filter((one) => one !== code))
  return (
    <Loaded query={query} skeleton={<Skeleton shape={['line', 'line', 'line']} />}>
      {(roles) => (
        <ul className={classes.roles}>
          {roles.map((role) => (
            <li key={role.code} className={classes.role}>
              <Checkbox
                checked={value.includes(role.code)}
                aria-describedby={`may-${role.code}`}
                onChange={({ target }) => change(role.code, target.checked)}
              >
                {role.title}
              </Checkbox>
              <span id={`may-${role.code}`} className={classes.may}>
                {mayDo(role.permissions)}
                {role.totpRequired && '；正式环境必须绑定动态口令'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function mayDo(names: readonly (keyof typeof permissions)[]): string {
  return names.map((name) => permissions[name]).join('、') || '暂无后台权限'
}
