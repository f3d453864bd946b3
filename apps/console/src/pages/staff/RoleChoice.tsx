import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Role, roleListQuery } from '@ce/client/staff/staff.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { PermissionList } from './PermissionList.tsx'
import { roleWords } from './role-words.ts'
import classes from './StaffPage.module.css'

interface RoleChoiceProps {
  /** Form.Item gives them */
  value?: string[]
  onChange?: (codes: string[]) => void
}

/** The roles with what each is for; a person has the sum of theirs. */
export function RoleChoice({ value = [], onChange }: RoleChoiceProps) {
  const query = useQuery(roleListQuery())
  const change = (code: string, on: boolean) =>
    onChange?.(on ? [...value, code] : value.filter((one) => one !== code))
  return (
    <Loaded query={query} skeleton={<Skeleton shape={['line', 'line', 'line']} />}>
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
    </Loaded>
  )
}

function May({ role: { code, permissions, totpRequired } }: { role: Role }) {
  return (
    <div className={classes.may}>
      <p id={`may-${code}`}>
        {[roleWords(code), totpRequired && '正式环境必须绑定动态口令'].filter(Boolean).join('；')}
      </p>
      <PermissionList held={permissions} />
    </div>
  )
}

/** What asks for a one-time code is given to few: it stands last. */
function usualFirst(roles: readonly Role[]): Role[] {
  return [...roles].sort((a, b) => Number(a.totpRequired) - Number(b.totpRequired))
}
