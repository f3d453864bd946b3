import { StatusMark } from '@ce/ui/StatusMark.tsx'
import classes from './PasswordRules.module.css'

export const passwordsDifferText = '两次输入的密码不一致'

export interface PasswordRule {
  rule: string
  met: boolean
}

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
