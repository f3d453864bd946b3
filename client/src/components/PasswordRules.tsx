import { StatusMark } from '@ce/ui/StatusMark.tsx'
import classes from './PasswordRules.module.css'

/** of a password typed twice */
export const passwordsDiffer = '两次输入的密码不一致'

export interface PasswordRule {
  rule: string
  met: boolean
}

/** The rules of a new password, each with its state in an icon and in words; none is met before anything is typed. */
export function PasswordRules({ rules, met }: { rules: readonly PasswordRule[]; met: boolean }) {
  return (
    <ul className={classes.rules} aria-label="密码要求">
      {rules.map((one) => (
        <li key={one.rule}>
          <StatusMark kind={met && one.met ? 'done' : 'todo'}>
            <span>
              {one.rule}
              <span className="visually-hidden">{met && one.met ? '，已满足' : '，未满足'}</span>
            </span>
          </StatusMark>
        </li>
      ))}
    </ul>
  )
}
